//! [`Json`]: values and their serialisation.

use std::fmt::{self, Display};

/// A JSON value.
#[derive(Clone, Debug)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    /// The digits of a number.
    Number(String),
    Text(String),
    List(Vec<Self>),
    Object(Vec<(String, Self)>),
}

/// An object: `object! { "cost": 5, "moves": moves }`.
macro_rules! object {
    ($($key:literal: $value:expr),* $(,)?) => {
        $crate::json::Json::Object(vec![$(($key.to_owned(), $crate::json::Json::from($value))),*])
    };
}
pub(crate) use object;

impl Json {
    /// An object whose keys are known only at run time.
    pub(crate) fn named<'a>(fields: impl Iterator<Item = (&'a str, Self)>) -> Self {
        Self::Object(fields.map(|(key, value)| (key.to_owned(), value)).collect())
    }

    /// Adds a field to an object.
    pub(crate) fn with(mut self, key: &str, value: impl Into<Self>) -> Self {
        if let Self::Object(fields) = &mut self {
            fields.push((key.to_owned(), value.into()));
        }
        self
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

macro_rules! numbers {
    ($($number:ty),+) => {$(
        impl From<$number> for Json {
            fn from(number: $number) -> Self {
                Self::Number(number.to_string())
            }
        }
    )+};
}

numbers!(u32, u64, usize);

impl From<u128> for Json {
    /// Numbers beyond 64 bits become text, since readers would round them.
    fn from(number: u128) -> Self {
        match u64::try_from(number) {
            Ok(number) => number.into(),
            Err(_) => Self::Text(number.to_string()),
        }
    }
}

impl From<f64> for Json {
    fn from(number: f64) -> Self {
        if number.is_finite() {
            Self::Number(format!("{number:?}"))
        } else {
            Self::Null
        }
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for Json {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl<T: Into<Self>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<T: Into<Self>> FromIterator<T> for Json {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => value.fmt(f),
            Self::Number(digits) => f.write_str(digits),
            Self::Text(text) => quoted(f, text),
            Self::List(items) => {
                f.write_str("[")?;
                for (at, item) in items.iter().enumerate() {
                    let comma = if at > 0 { "," } else { "" };
                    write!(f, "{comma}{item}")?;
                }
                f.write_str("]")
            }
            Self::Object(fields) => {
                f.write_str("{")?;
                for (at, (key, value)) in fields.iter().enumerate() {
                    let comma = if at > 0 { "," } else { "" };
                    write!(f, "{comma}\"{key}\":{value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

fn quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for letter in text.chars() {
        match letter {
            '"' | '\\' => write!(f, "\\{letter}")?,
            '\n' => f.write_str("\\n")?,
            // In a page, `</` would end a script.
            '<' => f.write_str("\\u003c")?,
            control if control < ' ' => write!(f, "\\u{:04x}", u32::from(control))?,
            other => write!(f, "{other}")?,
        }
    }
    f.write_str("\"")
}
