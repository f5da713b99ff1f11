//! As much of an HTTP server as the SDKs' clients need.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

/// A request: its path, its headers, its body.
pub struct Request {
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// Lets `answer` answer each request with a JSON text, as long as the program runs.
pub fn serve(listener: TcpListener, answer: impl Fn(&Request) -> String + Send + Sync + 'static) {
    let answer = std::sync::Arc::new(answer);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let answer = std::sync::Arc::clone(&answer);
            // A client that goes away in the middle fails on its side.
            thread::spawn(move || drop(connection(&stream.unwrap(), &*answer)));
        }
    });
}

fn connection(
    stream: &TcpStream,
    answer: &impl Fn(&Request) -> String,
) -> Result<(), std::io::Error> {
    let mut reader = BufReader::new(stream);
    while let Some(request) = read(&mut reader)? {
        let body = answer(&request);
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        let mut writer = stream;
        writer.write_all(format!("{head}{body}").as_bytes())?;
    }
    Ok(())
}

fn read(reader: &mut impl BufRead) -> Result<Option<Request>, std::io::Error> {
    let mut first = String::new();
    if reader.read_line(&mut first)? == 0 {
        return Ok(None);
    }
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        match line.trim_end().split_once(':') {
            Some((name, value)) => headers.push((name.to_owned(), value.trim().to_owned())),
            None => break,
        }
    }
    let length = headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .map_or(0, |(_, value)| value.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(Some(Request {
        path,
        headers,
        body,
    }))
}
