//! The validation layer's log, line by line, cut into messages.

/// The severity of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Information,
    Complaint,
}

/// One message with all its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) kind: Kind,
    /// The name of the rule, such as `VUID-vkCmdDispatch-None-02699`; empty where the log has none.
    pub(super) id: String,
    pub(super) text: String,
}

/// The message that is being read.
#[derive(Debug, Default)]
pub(super) struct Messages {
    open: Option<Message>,
}

impl Message {
    /// The first line of a message begins one; a line outside of all is a complaint, because nobody knows what it is.
    fn beginning_with(line: &str) -> Option<Self> {
        let (_, after) = line.split_once("Validation ")?;
        let (kind, rest) = after.split_once(": [ ")?;
        let kind = match kind {
            "Information" | "Verbose Information" | "Debug" => Kind::Information,
            "Error" | "Warning" | "Performance Warning" => Kind::Complaint,
            _ => return None,
        };
        let (id, _) = rest.split_once(" ]")?;
        Some(Self {
            kind,
            id: id.to_owned(),
            text: line.to_owned(),
        })
    }

    /// The layer reports itself for each instance, with its checks; synchronization has to be among them.
    pub(super) fn says_that_it_is_on(&self) -> bool {
        self.id.to_lowercase().contains("createinstance-status-message")
            && self.text.contains("SYNCHRONIZATION_VALIDATION")
    }
}

impl Messages {
    /// Takes a line; returns the message that ended before it.
    pub(super) fn read(&mut self, line: &str) -> Option<Message> {
        if let Some(next) = Message::beginning_with(line) {
            return self.open.replace(next);
        }
        match &mut self.open {
            Some(open) => {
                if !line.is_empty() {
                    open.text.push('\n');
                    open.text.push_str(line);
                }
            }
            None if line.is_empty() => {}
            None => {
                self.open = Some(Message {
                    kind: Kind::Complaint,
                    id: String::new(),
                    text: line.to_owned(),
                });
            }
        }
        None
    }

    /// The last message.
    pub(super) fn rest(self) -> Option<Message> {
        self.open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(log: &str) -> Vec<(Kind, String)> {
        let mut messages = Messages::default();
        let mut found: Vec<Message> = log.lines().filter_map(|line| messages.read(line)).collect();
        found.extend(messages.rest());
        found.into_iter().map(|message| (message.kind, message.id)).collect()
    }

    #[test]
    fn messages_begin_with_their_rule() {
        let log = "\
VUID-1(ERROR / SPEC): msgNum: 1 - Validation Error: [ VUID-1 ] Object 0: handle = 0x1; | The text
    Objects: 1
        [0] 0x1, type: 3, name: NULL

Validation Performance Warning: [ P-2 ] Object 0: VK_NULL_HANDLE
Validation Information: [ I-3 ] text
";
        let expected = [
            (Kind::Complaint, "VUID-1".to_owned()),
            (Kind::Complaint, "P-2".to_owned()),
            (Kind::Information, "I-3".to_owned()),
        ];
        assert_eq!(all(log), expected);
    }

    #[test]
    fn a_line_of_an_unknown_form_is_a_complaint() {
        assert_eq!(all("\nsomething\n"), [(Kind::Complaint, String::new())]);
    }
}
