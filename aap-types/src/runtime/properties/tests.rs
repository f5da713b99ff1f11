use super::*;

static FEW: Properties = Properties::new(&declared([
    ("", &Schema::TRUE),
    ("a", &Schema::FALSE),
    ("city_mpg", &Schema::TRUE),
    ("make", &Schema::TRUE),
]));

#[test]
fn a_name_is_found_at_its_position() {
    for (position, (name, schema)) in FEW.entries().iter().enumerate() {
        let (found, found_schema) = FEW.find(name).unwrap();
        assert_eq!(
            (found, found_schema.is_false()),
            (position, schema.is_false())
        );
    }
    for name in ["b", "aa", "makes", "mak", "e", "city-mpg", "é"] {
        assert!(FEW.find(name).is_none(), "{name}");
    }
    assert!(Properties::NONE.find("").is_none());
}

#[test]
fn many_names_and_names_that_meet_in_a_slot_are_found() {
    // Equal in length, first, middle and last byte.
    let alike = |number: usize| format!("a{number:04}b{number:04}c");
    fn all_are_found<const N: usize>(name: fn(usize) -> String) {
        let properties = Properties::new(leaked::<N>(name));
        for position in 0..N {
            let found = properties.find(&name(position));
            assert_eq!(found.map(|found| found.0), Some(position));
        }
        assert!(properties.find(&name(N)).is_none());
    }

    all_are_found::<1>(alike);
    all_are_found::<MOST>(alike);
    all_are_found::<{ MOST + 1 }>(alike);
    all_are_found::<1000>(alike);
}

fn leaked<const N: usize>(name: fn(usize) -> String) -> &'static Sorted<N> {
    let member = |number| (&*name(number).leak(), &Schema::TRUE);
    Box::leak(Box::new(declared(std::array::from_fn(member))))
}

#[test]
fn members_follow_one_another_in_the_order_in_which_they_are_declared() {
    static MEMBERS: Properties = Properties::new(&declared([
        ("trim", &Schema::TRUE),
        ("make", &Schema::TRUE),
        ("", &Schema::TRUE),
        ("makes", &Schema::TRUE),
    ]));
    let name = |position: usize| MEMBERS.entries().get(position).map(|entry| entry.0);
    let follow = |position: &usize| Some(MEMBERS.next(*position));
    let names: Vec<_> = std::iter::successors(Some(MEMBERS.first()), follow)
        .map_while(name)
        .collect();
    assert_eq!(names, ["trim", "make", "", "makes"]);
    assert!(MEMBERS.entries().is_sorted_by_key(|entry| entry.0));
    assert_eq!(name(Properties::NONE.first()), None);
}

#[test]
fn look_ups_tell_whether_all_required_members_are_there() {
    static SOME: Properties = Properties::requiring(
        &declared([
            ("a", &Schema::TRUE),
            ("b", &Schema::FALSE),
            ("c", &Schema::TRUE),
            ("d", &Schema::TRUE),
        ]),
        &["b", "d"],
    );
    let cases: [(&[&str], bool); 9] = [
        (&["a", "b", "c", "d"], true),
        (&["b", "d", "e"], true),
        (&["d", "x", "b"], true),
        (&["a", "b", "c"], false),
        (&["a", "c", "d"], false),
        (&["d", "a"], false),
        (&["d", "", "da", "é", "b"], true),
        (&["d", "é", "c"], false),
        (&[], false),
    ];
    for (names, expected) in cases {
        let members = names.iter().map(|name| ((*name).to_owned(), Value::Null));
        let members = members.collect();
        let mut look_ups = SOME.look_ups();
        for name in names {
            let found = look_ups.find(name).map(Schema::is_false);
            assert_eq!(found, SOME.find(name).map(|found| found.1.is_false()));
        }
        assert_eq!(look_ups.are_complete(&members), expected, "{names:?}");
    }
}

#[test]
fn look_ups_among_as_many_entries_as_a_set_of_64_holds_and_among_more() {
    fn required_is_missed<const COUNT: usize>(needed: usize) {
        let name = |number: usize| format!("n{}", 10 + number);
        let properties: &'static Properties = Box::leak(Box::new(Properties::requiring(
            leaked::<COUNT>(name),
            Box::leak(Box::new([&*name(needed).leak()])),
        )));
        for without in [6, needed] {
            let mut members = Map::new();
            let mut look_ups = properties.look_ups();
            for name in (0..COUNT).filter(|number| *number != without).map(name) {
                assert!(look_ups.find(&name).is_some());
                members.insert(name, Value::Null);
            }
            assert_eq!(look_ups.are_complete(&members), without != needed);
        }
    }

    for needed in [0, 30, 62, 63] {
        required_is_missed::<64>(needed);
    }
    for needed in [0, 63, 64, 70, 89] {
        required_is_missed::<90>(needed);
    }
}
