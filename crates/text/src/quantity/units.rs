//! Units of measurement and currencies, as data.
//!
//! Factors are those of the SI brochure and of the international yard and pound agreement.

use super::Exact;

/// What a unit measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dimension {
    /// Base unit: second.
    Time,
    /// Base unit: metre.
    Length,
    /// Base unit: square metre.
    Area,
    /// Base unit: cubic metre.
    Volume,
    /// Base unit: kilogram.
    Mass,
    /// Base unit: kelvin.
    Temperature,
    /// Base unit: degree, of an angle or of a temperature scale that is not named.
    Degree,
    /// Base unit: bit.
    Data,
    /// Base unit: one in a hundred.
    Percent,
    /// Base unit: one percentage point.
    PercentagePoint,
    /// Base unit: one in a million.
    PartsPerMillion,
    /// Base unit: watt.
    Power,
    /// Base unit: joule.
    Energy,
    /// Base unit: volt.
    Voltage,
    /// Base unit: ampere.
    Current,
    /// Base unit: coulomb.
    Charge,
    /// Base unit: ohm.
    Resistance,
    /// Base unit: hertz.
    Frequency,
    /// Base unit: pascal.
    Pressure,
    /// Base unit: newton.
    Force,
    /// Base unit: lumen.
    Light,
    /// Base unit: lux.
    Illuminance,
    /// Base unit: decibel.
    Sound,
    /// Base unit: pixel.
    Pixel,
    /// Base unit: one time as much (`3x`, `3 times`).
    Multiple,
    /// Base unit: one turn a second.
    Rotation,
}

/// A unit: what it measures, per what, and how large it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// What it measures.
    pub dimension: Dimension,
    /// What it is divided by (`km/h`: time).
    pub per: Option<Dimension>,
    /// Size in base units of `dimension` (over base units of `per`).
    pub factor: Exact,
    /// Size under another reading of the same word: binary kilobytes, imperial gallons, short tons.
    pub other_factor: Option<Exact>,
    /// Added after multiplying, for temperature scales.
    pub offset: Exact,
    /// Whether its length varies with the calendar (months, years).
    pub is_calendar: bool,
}

impl Unit {
    fn new(dimension: Dimension, factor: Exact) -> Self {
        Self {
            dimension,
            per: None,
            factor,
            other_factor: None,
            offset: Exact::whole(0),
            is_calendar: false,
        }
    }

    /// Whether both measure the same thing per the same thing.
    pub fn is_like(&self, other: &Self) -> bool {
        self.dimension == other.dimension && self.per == other.per
    }

    /// This unit per `other`; `None` where one of them has a zero point or is itself a quotient.
    pub(super) fn over(&self, other: &Self) -> Option<Self> {
        let is_plain = |unit: &Self| unit.per.is_none() && unit.offset.is_zero();
        if !is_plain(self) || !is_plain(other) {
            return None;
        }
        let quotient = |factor: &Exact| factor.divided_by(&other.factor);
        Some(Self {
            dimension: self.dimension,
            per: Some(other.dimension),
            factor: quotient(&self.factor)?,
            other_factor: self.other_factor.as_ref().and_then(quotient),
            offset: Exact::whole(0),
            is_calendar: self.is_calendar || other.is_calendar,
        })
    }
}

/// A currency, or a sign that several share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency {
    /// The ISO 4217 code; a bare sign (`$`, `¥`) where the text leaves the country open.
    pub code: &'static str,
    /// The sign that it shares with others; the code itself where it shares none.
    pub family: &'static str,
    /// How many of the written unit make one of the currency: 100 for cents and pence, else 1.
    pub minor: u8,
}

const fn money(code: &'static str, family: &'static str) -> Currency {
    Currency {
        code,
        family,
        minor: 1,
    }
}

const fn minor(code: &'static str, family: &'static str) -> Currency {
    Currency {
        code,
        family,
        minor: 100,
    }
}

impl Currency {
    /// Whether the two may be the same currency: the same code, or one leaves open which it is.
    pub fn may_be(self, other: Self) -> bool {
        self.code == other.code
            || (self.family == other.family
                && (self.code == self.family || other.code == other.family))
            || (self.code == "cent" && matches!(other.family, "$" | "EUR" | "cent"))
            || (other.code == "cent" && matches!(self.family, "$" | "EUR"))
    }
}

const DOLLARS: &[&str] = &["USD", "CAD", "AUD", "NZD", "HKD", "SGD", "TWD", "MXN"];

const CODES: &[&str] = &[
    "EUR", "GBP", "CHF", "INR", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RUB", "TRY", "ZAR",
    "BRL", "KRW", "ILS", "AED", "SAR", "THB", "VND", "UAH", "IDR", "MYR", "PHP",
];

/// The currency that a sign stands for.
pub(super) fn currency_of_sign(sign: char) -> Option<Currency> {
    Some(match sign {
        '$' => money("$", "$"),
        '£' => money("GBP", "GBP"),
        '€' => money("EUR", "EUR"),
        '¥' | '￥' => money("¥", "¥"),
        '₹' => money("INR", "INR"),
        '₽' => money("RUB", "RUB"),
        '₩' => money("KRW", "KRW"),
        '₺' => money("TRY", "TRY"),
        '₫' => money("VND", "VND"),
        '₪' => money("ILS", "ILS"),
        '₴' => money("UAH", "UAH"),
        '฿' => money("THB", "THB"),
        '¢' => minor("cent", "cent"),
        _ => return None,
    })
}

/// The currency of an upper-case code, or of the letters before a dollar sign.
pub(super) fn currency_of_code(text: &str) -> Option<Currency> {
    if let Some(code) = DOLLARS.iter().find(|code| **code == text) {
        return Some(money(code, "$"));
    }
    if let Some(code) = CODES.iter().find(|code| **code == text) {
        return Some(money(code, code));
    }
    Some(match text {
        "JPY" => money("JPY", "¥"),
        "CNY" | "RMB" => money("CNY", "¥"),
        _ => return None,
    })
}

/// The dollar that letters before the sign name: `US$`, `C$`.
pub(super) fn dollar_of_prefix(text: &str) -> Option<Currency> {
    Some(match text {
        "US" | "U" => money("USD", "$"),
        "C" | "CA" | "CAD" => money("CAD", "$"),
        "A" | "AU" | "AUD" => money("AUD", "$"),
        "NZ" => money("NZD", "$"),
        "HK" => money("HKD", "$"),
        "S" | "SG" => money("SGD", "$"),
        "NT" => money("TWD", "$"),
        "R" => money("BRL", "BRL"),
        "USD" => money("USD", "$"),
        _ => return None,
    })
}

/// The currency that a lower-case word names.
pub(super) fn currency_of_word(word: &str) -> Option<Currency> {
    Some(match word {
        "dollar" | "dollars" | "buck" | "bucks" => money("$", "$"),
        "euro" | "euros" => money("EUR", "EUR"),
        "pound" | "pounds" | "quid" | "sterling" => money("GBP", "GBP"),
        "yen" => money("JPY", "¥"),
        "yuan" | "renminbi" => money("CNY", "¥"),
        "rupee" | "rupees" => money("INR", "INR"),
        "franc" | "francs" => money("CHF", "CHF"),
        "cent" | "cents" => minor("cent", "cent"),
        "penny" | "pence" => minor("GBP", "GBP"),
        _ => return None,
    })
}

/// Factors are `numerator / denominator`.
struct Row {
    names: &'static [&'static str],
    dimension: Dimension,
    factor: (i128, i128),
}

const fn row(
    names: &'static [&'static str],
    dimension: Dimension,
    numerator: i128,
    denominator: i128,
) -> Row {
    Row {
        names,
        dimension,
        factor: (numerator, denominator),
    }
}

use Dimension as D;

/// Units named by lower-case words.
const WORDS: &[Row] = &[
    row(&["second", "seconds", "sec", "secs"], D::Time, 1, 1),
    row(&["minute", "minutes", "min", "mins"], D::Time, 60, 1),
    row(&["hour", "hours", "hr", "hrs"], D::Time, 3600, 1),
    row(&["day", "days"], D::Time, 86_400, 1),
    row(&["week", "weeks", "wk", "wks"], D::Time, 604_800, 1),
    row(&["fortnight", "fortnights"], D::Time, 1_209_600, 1),
    row(&["inch", "inches"], D::Length, 254, 10_000),
    row(&["foot", "feet", "ft"], D::Length, 3048, 10_000),
    row(&["yard", "yards", "yd", "yds"], D::Length, 9144, 10_000),
    row(&["mile", "miles", "mi"], D::Length, 1_609_344, 1000),
    row(&["nmi"], D::Length, 1852, 1),
    row(
        &["pound", "pounds", "lb", "lbs"],
        D::Mass,
        45_359_237,
        100_000_000,
    ),
    row(
        &["ounce", "ounces", "oz"],
        D::Mass,
        45_359_237,
        1_600_000_000,
    ),
    row(&["stone", "stones"], D::Mass, 45_359_237 * 14, 100_000_000),
    row(&["tonne", "tonnes"], D::Mass, 1000, 1),
    row(&["acre", "acres"], D::Area, 40_468_564_224, 10_000_000),
    row(&["hectare", "hectares", "ha"], D::Area, 10_000, 1),
    row(&["sqft"], D::Area, 9_290_304, 100_000_000),
    row(&["byte", "bytes"], D::Data, 8, 1),
    row(&["bit", "bits"], D::Data, 1, 1),
    row(&["percent", "pct", "percents"], D::Percent, 1, 1),
    row(&["bps", "bp"], D::PercentagePoint, 1, 100),
    row(&["pp", "ppt"], D::PercentagePoint, 1, 1),
    row(&["ppm"], D::PartsPerMillion, 1, 1),
    row(&["ppb"], D::PartsPerMillion, 1, 1000),
    row(&["calorie", "calories", "cal"], D::Energy, 4184, 1000),
    row(&["kcal", "kilocalorie", "kilocalories"], D::Energy, 4184, 1),
    row(
        &["horsepower", "hp"],
        D::Power,
        74_569_987_158_227_022,
        100_000_000_000_000,
    ),
    row(
        &["psi"],
        D::Pressure,
        6_894_757_293_168_361,
        1_000_000_000_000,
    ),
    row(&["bar", "bars"], D::Pressure, 100_000, 1),
    row(&["mbar", "millibar", "millibars"], D::Pressure, 100, 1),
    row(
        &["atm", "atmosphere", "atmospheres"],
        D::Pressure,
        101_325,
        1,
    ),
    row(&["rpm"], D::Rotation, 1, 60),
    row(&["lumen", "lumens", "lm"], D::Light, 1, 1),
    row(&["lux", "lx"], D::Illuminance, 1, 1),
    row(&["decibel", "decibels"], D::Sound, 1, 1),
    row(&["pixel", "pixels", "px"], D::Pixel, 1, 1),
    row(&["megapixel", "megapixels"], D::Pixel, 1_000_000, 1),
    row(&["degree", "degrees", "deg"], D::Degree, 1, 1),
    row(&["times", "fold", "x", "×"], D::Multiple, 1, 1),
];

/// Units with SI prefixes: full names, symbols, dimension, base factor.
struct Prefixed {
    names: &'static [&'static str],
    symbols: &'static [&'static str],
    dimension: Dimension,
    factor: (i128, i128),
}

const PREFIXED: &[Prefixed] = &[
    Prefixed {
        names: &["second"],
        symbols: &["s"],
        dimension: D::Time,
        factor: (1, 1),
    },
    Prefixed {
        names: &["metre", "meter"],
        symbols: &["m"],
        dimension: D::Length,
        factor: (1, 1),
    },
    Prefixed {
        names: &["gram", "gramme"],
        symbols: &["g"],
        dimension: D::Mass,
        factor: (1, 1000),
    },
    Prefixed {
        names: &["litre", "liter"],
        symbols: &["l", "L"],
        dimension: D::Volume,
        factor: (1, 1000),
    },
    Prefixed {
        names: &["watt"],
        symbols: &["W"],
        dimension: D::Power,
        factor: (1, 1),
    },
    Prefixed {
        names: &["watt-hour"],
        symbols: &["Wh"],
        dimension: D::Energy,
        factor: (3600, 1),
    },
    Prefixed {
        names: &["joule"],
        symbols: &["J"],
        dimension: D::Energy,
        factor: (1, 1),
    },
    Prefixed {
        names: &["volt"],
        symbols: &["V"],
        dimension: D::Voltage,
        factor: (1, 1),
    },
    Prefixed {
        names: &["ampere", "amp"],
        symbols: &["A"],
        dimension: D::Current,
        factor: (1, 1),
    },
    Prefixed {
        names: &[],
        symbols: &["Ah"],
        dimension: D::Charge,
        factor: (3600, 1),
    },
    Prefixed {
        names: &["ohm"],
        symbols: &["Ω"],
        dimension: D::Resistance,
        factor: (1, 1),
    },
    Prefixed {
        names: &["hertz"],
        symbols: &["Hz"],
        dimension: D::Frequency,
        factor: (1, 1),
    },
    Prefixed {
        names: &["pascal"],
        symbols: &["Pa"],
        dimension: D::Pressure,
        factor: (1, 1),
    },
    Prefixed {
        names: &["newton"],
        symbols: &["N"],
        dimension: D::Force,
        factor: (1, 1),
    },
    Prefixed {
        names: &[],
        symbols: &["dB"],
        dimension: D::Sound,
        factor: (1, 1),
    },
];

/// Name, symbol, power of ten.
const PREFIXES: &[(&str, &str, i32)] = &[
    ("peta", "P", 15),
    ("tera", "T", 12),
    ("giga", "G", 9),
    ("mega", "M", 6),
    ("kilo", "k", 3),
    ("hecto", "h", 2),
    ("deci", "d", -1),
    ("centi", "c", -2),
    ("milli", "m", -3),
    ("micro", "µ", -6),
    ("micro", "u", -6),
    ("nano", "n", -9),
];

/// Prefix of data units: name, symbols, power of 1000.
const DATA_PREFIXES: &[(&str, &[&str], u32)] = &[
    ("kilo", &["k", "K"], 1),
    ("mega", &["M"], 2),
    ("giga", &["G"], 3),
    ("tera", &["T"], 4),
    ("peta", &["P"], 5),
    ("exa", &["E"], 6),
];

const BINARY_PREFIXES: &[(&str, &str, u32)] = &[
    ("kibi", "Ki", 1),
    ("mebi", "Mi", 2),
    ("gibi", "Gi", 3),
    ("tebi", "Ti", 4),
    ("pebi", "Pi", 5),
];

fn ratio((numerator, denominator): (i128, i128)) -> Exact {
    Exact::ratio(numerator, denominator).unwrap_or_else(|| Exact::whole(0))
}

/// The unit that one word writes. `text` as written (symbols), `lower` in lower case (words).
pub(super) fn unit_of_word(lower: &str, text: &str) -> Option<Unit> {
    if let Some(row) = WORDS.iter().find(|row| row.names.contains(&lower)) {
        return Some(Unit::new(row.dimension, ratio(row.factor)));
    }
    special(lower, text)
        .or_else(|| squared(lower, text))
        .or_else(|| data_unit(lower, text))
        .or_else(|| prefixed(lower, text))
        .or_else(|| bare_symbol(text.trim_end_matches(['²', '³']), text))
}

/// A unit with a footnote's superscript behind it.
fn bare_symbol(stripped: &str, text: &str) -> Option<Unit> {
    (stripped != text && !stripped.is_empty())
        .then(|| unit_of_word(&stripped.to_lowercase(), stripped))?
}

fn special(lower: &str, text: &str) -> Option<Unit> {
    let with_other = |dimension, factor, other| {
        let mut unit = Unit::new(dimension, ratio(factor));
        unit.other_factor = Some(ratio(other));
        Some(unit)
    };
    let per = |dimension, factor: (i128, i128), per| {
        let mut unit = Unit::new(dimension, ratio(factor));
        unit.per = Some(per);
        Some(unit)
    };
    let calendar = |months: i128| {
        let mut unit = Unit::new(D::Time, ratio((months * 2_629_746, 1)));
        unit.is_calendar = true;
        Some(unit)
    };
    let temperature = |factor, offset| {
        let mut unit = Unit::new(D::Temperature, ratio(factor));
        unit.offset = ratio(offset);
        Some(unit)
    };
    match lower {
        "month" | "months" | "mo" | "mos" => calendar(1),
        "quarter-year" => calendar(3),
        "year" | "years" | "yr" | "yrs" => calendar(12),
        "decade" | "decades" => calendar(120),
        "century" | "centuries" => calendar(1200),
        "ton" | "tons" => with_other(D::Mass, (1000, 1), (90_718_474, 100_000)),
        "gallon" | "gallons" | "gal" => with_other(
            D::Volume,
            (3_785_411_784, 1_000_000_000_000),
            (454_609, 100_000_000),
        ),
        "pint" | "pints" => with_other(
            D::Volume,
            (473_176_473, 1_000_000_000_000),
            (56_826_125, 100_000_000_000),
        ),
        "knot" | "knots" | "kn" | "kt" | "kts" if text != "kN" => {
            per(D::Length, (1852, 3600), D::Time)
        }
        "mph" => per(D::Length, (1_609_344, 3_600_000), D::Time),
        "kph" | "kmph" | "kmh" => per(D::Length, (1000, 3600), D::Time),
        "celsius" | "centigrade" => temperature((1, 1), (27_315, 100)),
        "fahrenheit" => temperature((5, 9), (45_967 * 5, 900)),
        "kelvin" | "kelvins" => temperature((1, 1), (0, 1)),
        _ => match text {
            "C" => temperature((1, 1), (27_315, 100)),
            "F" => temperature((5, 9), (45_967 * 5, 900)),
            "K" => temperature((1, 1), (0, 1)),
            "h" => Some(Unit::new(D::Time, Exact::whole(3600))),
            "d" => Some(Unit::new(D::Time, Exact::whole(86_400))),
            "t" => Some(Unit::new(D::Mass, Exact::whole(1000))),
            "B" => Some(Unit::new(D::Data, Exact::whole(8))),
            _ => None,
        },
    }
}

/// `m²`, `km3`, `cm²`.
fn squared(lower: &str, text: &str) -> Option<Unit> {
    let (power, stem) = match text.chars().next_back()? {
        '²' => (2, text.trim_end_matches('²')),
        '³' => (3, text.trim_end_matches('³')),
        _ => return None,
    };
    let length = unit_of_word(lower.trim_end_matches(['²', '³']), stem)?;
    powered(&length, power)
}

/// The area or volume over a unit of length.
pub(super) fn powered(length: &Unit, power: u8) -> Option<Unit> {
    if length.dimension != D::Length || length.per.is_some() {
        return None;
    }
    let square = length.factor.clone() * length.factor.clone();
    Some(match power {
        2 => Unit::new(D::Area, square),
        _ => Unit::new(D::Volume, square * length.factor.clone()),
    })
}

fn data_unit(lower: &str, text: &str) -> Option<Unit> {
    let bits = |power: u32, base: i128, is_byte: bool| {
        Exact::whole(base.pow(power) * if is_byte { 8 } else { 1 })
    };
    for (name, symbols, power) in DATA_PREFIXES {
        let decimal = |is_byte: bool| {
            let mut unit = Unit::new(D::Data, bits(*power, 1000, is_byte));
            unit.other_factor = Some(bits(*power, 1024, is_byte));
            unit
        };
        match lower.strip_prefix(name) {
            Some("byte" | "bytes") => return Some(decimal(true)),
            Some("bit" | "bits") => return Some(decimal(false)),
            _ => {}
        }
        for symbol in *symbols {
            match text.strip_prefix(symbol) {
                Some("B") => return Some(decimal(true)),
                Some("bit" | "bits") | Some("b") if *symbol != "k" || text != "kb" => {
                    return Some(decimal(false));
                }
                Some("b") => return Some(decimal(true)),
                Some("bps" | "bit/s") => {
                    let mut unit = decimal(false);
                    unit.per = Some(D::Time);
                    return Some(unit);
                }
                Some("Bps") => {
                    let mut unit = decimal(true);
                    unit.per = Some(D::Time);
                    return Some(unit);
                }
                _ => {}
            }
        }
    }
    for (name, symbol, power) in BINARY_PREFIXES {
        let rest = lower
            .strip_prefix(name)
            .or_else(|| text.strip_prefix(symbol));
        match rest {
            Some("byte" | "bytes" | "B") => {
                return Some(Unit::new(D::Data, bits(*power, 1024, true)));
            }
            Some("bit" | "bits") => return Some(Unit::new(D::Data, bits(*power, 1024, false))),
            _ => {}
        }
    }
    None
}

fn prefixed(lower: &str, text: &str) -> Option<Unit> {
    for unit in PREFIXED {
        let base = ratio(unit.factor);
        let singular = lower.strip_suffix('s').unwrap_or(lower);
        for name in unit.names {
            // `hertz` has no plural.
            for form in [singular, lower] {
                if form == *name {
                    return Some(Unit::new(unit.dimension, base));
                }
                for (prefix, _, power) in PREFIXES {
                    if form.strip_prefix(prefix) == Some(name) {
                        let factor = base.clone() * Exact::power_of_ten(*power);
                        return Some(Unit::new(unit.dimension, factor));
                    }
                }
            }
        }
        for symbol in unit.symbols {
            if text == *symbol {
                return Some(Unit::new(unit.dimension, base));
            }
            for (_, prefix, power) in PREFIXES {
                if text.strip_prefix(prefix) == Some(symbol) {
                    let factor = base.clone() * Exact::power_of_ten(*power);
                    return Some(Unit::new(unit.dimension, factor));
                }
            }
        }
    }
    None
}

/// The degree, without a scale.
pub(super) fn degree() -> Unit {
    Unit::new(D::Degree, Exact::whole(1))
}

/// One in a hundred.
pub(super) fn percent() -> Unit {
    Unit::new(D::Percent, Exact::whole(1))
}

/// One in a thousand.
pub(super) fn permille() -> Unit {
    Unit::new(D::Percent, Exact::power_of_ten(-1))
}

/// A hundredth of a percentage point, times `in_bps`.
pub(super) fn percentage_points(hundredths: i128) -> Unit {
    Unit::new(D::PercentagePoint, ratio((hundredths, 100)))
}

/// A temperature scale by its letter.
pub(super) fn scale_of_letter(letter: &str) -> Option<Unit> {
    matches!(letter, "C" | "F" | "c" | "f").then(|| unit_of_word("", &letter.to_uppercase()))?
}
