//! The HTTP side of the Tint gate: serves the page and the shaders on localhost and passes on what the page posts.
//!
//! One thread per connection, because Chromium opens connections ahead of time and leaves them idle.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread::{self, Scope};
use std::time::Duration;

use super::Shader;

const PAGE: &str = include_str!("page.html");

/// Joins the items of a list in a body; `page.html` keeps it out of the items.
const SEPARATOR: char = '\u{1e}';

/// Bounds how long a connection can keep the run from ending.
const IDLE: Duration = Duration::from_secs(10);

/// No message list comes near this; a larger body is not from the page.
const LARGEST_BODY: usize = 16 << 20;

/// A message of the page.
pub(super) enum News {
    /// The adapter's title, then its features.
    Adapter(Vec<String>),
    /// The messages of the shader with that index.
    Verdict(usize, Vec<String>),
    /// Every verdict has been posted.
    Done,
    /// The page cannot go on.
    Failed(String),
}

pub(super) struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

struct Request {
    method: String,
    path: String,
    body: String,
}

/// Status line and body of a response.
type Response = (&'static str, String);

impl Server {
    pub(super) fn bind() -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        // Accepting must not block, or the thread could not be told to stop.
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address })
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Accepts connections until told to stop.
    pub(super) fn serve<'scope>(
        self,
        scope: &'scope Scope<'scope, '_>,
        shaders: &'scope [Shader],
        news: Sender<News>,
        stop: &AtomicBool,
    ) {
        while !stop.load(Ordering::Relaxed) {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    let news = news.clone();
                    // A broken connection needs no handling: the page fails its fetch and says so, or falls silent.
                    scope.spawn(move || answer(stream, shaders, &news).ok());
                }
                Err(_) => thread::sleep(Duration::from_millis(1)),
            }
        }
    }
}

/// Answers the one request of a connection.
fn answer(mut stream: TcpStream, shaders: &[Shader], news: &Sender<News>) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(IDLE))?;
    let request = read(&mut stream)?;
    let (status, body) = respond(&request, shaders, news);
    let kind = if request.path == "/" { "text/html" } else { "text/plain" };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {}\r\n\
         Cache-Control: no-store\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

fn read(stream: &mut TcpStream) -> io::Result<Request> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut words = line.split_whitespace().map(String::from);
    let (Some(method), Some(path)) = (words.next(), words.next()) else {
        return Err(ErrorKind::InvalidData.into());
    };
    let mut length = 0;
    loop {
        line.clear();
        // Zero bytes: the other side hung up in the middle of the headers.
        if reader.read_line(&mut line)? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let Some((name, value)) = line.split_once(':') else {
            break;
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().map_err(|_| ErrorKind::InvalidData)?;
        }
    }
    if length > LARGEST_BODY {
        return Err(ErrorKind::InvalidData.into());
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(Request {
        method,
        path,
        body: String::from_utf8_lossy(&body).into_owned(),
    })
}

fn respond(request: &Request, shaders: &[Shader], news: &Sender<News>) -> Response {
    let mut parts = request.path.trim_start_matches('/').split('/');
    let topic = parts.next().unwrap_or_default();
    let index = parts.next().and_then(|digits| digits.parse::<usize>().ok());
    let told = match (request.method.as_str(), topic, index) {
        ("GET", "", None) => return ok(PAGE),
        ("GET", "count", None) => return ok(&shaders.len().to_string()),
        ("GET", "shader", Some(index)) => {
            return shaders.get(index).map_or_else(not_found, |shader| ok(&shader.wgsl));
        }
        ("GET", "pipeline", Some(index)) => {
            let asked = |shader: &Shader| ok(if shader.pipeline { "yes" } else { "no" });
            return shaders.get(index).map_or_else(not_found, asked);
        }
        ("POST", "adapter", None) => News::Adapter(list(&request.body)),
        ("POST", "verdict", Some(index)) => News::Verdict(index, list(&request.body)),
        ("POST", "failed", None) => News::Failed(request.body.clone()),
        ("POST", "done", None) => News::Done,
        _ => return not_found(),
    };
    // Nobody listens any more once the run is over.
    news.send(told).ok();
    ok("")
}

fn ok(body: &str) -> Response {
    ("200 OK", body.to_owned())
}

fn not_found() -> Response {
    ("404 Not Found", String::new())
}

fn list(body: &str) -> Vec<String> {
    if body.is_empty() {
        Vec::new()
    } else {
        body.split(SEPARATOR).map(String::from).collect()
    }
}
