fn main() {
    let path = std::env::args().nth(1).expect("the file of texts");
    let texts = std::fs::read_to_string(path).expect("readable");
    let texts: Vec<Vec<String>> = serde_json::from_str(&texts).expect("lists of texts");
    let answers: Vec<(usize, Vec<serde_json::Value>)> = CASES
        .iter()
        .zip(texts)
        .map(|((index, payload), texts)| (*index, texts.iter().map(|text| answer(payload, text)).collect()))
        .collect();
    println!("{}", serde_json::to_string(&answers).expect("JSON"));
}

fn answer(payload: &PayloadInfo, text: &str) -> serde_json::Value {
    std::panic::catch_unwind(|| {
        let before: Option<serde_json::Value> = serde_json::from_str(text).ok();
        let report = before.as_ref().map(|value| {
            let violations = payload.validate(value).err().into_iter().flatten();
            violations
                .map(|it| (it.instance_location.to_string(), it.keyword.to_string()))
                .collect::<Vec<_>>()
        });
        let verdicts = serde_json::json!({
            "text": payload.is_valid_slice(text.as_bytes()),
            "value": before.as_ref().map(|value| payload.is_valid(value)),
        });
        match payload.round_trip(text.as_bytes()) {
            Ok(after) => {
                let equal = before.as_ref().is_some_and(|before| runtime::equality::equal(before, &after));
                serde_json::json!({"verdicts": verdicts, "report": report, "typed": "", "equal": equal, "after": after})
            }
            Err(error) => {
                let kind = match &error {
                    Rejection::Unrepresentable(_) => "unrepresentable",
                    _ => "invalid",
                };
                serde_json::json!({"verdicts": verdicts, "report": report, "typed": error.to_string(), "kind": kind})
            }
        }
    })
    .unwrap_or_else(|_| serde_json::json!({"panic": true}))
}
