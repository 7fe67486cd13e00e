package number

import "strings"

// currencies stand before or after an amount; those that begin alike have the longer one first.
var currencies = []struct{ text, unit string }{
	{"US$", "$"}, {"USD", "$"}, {"$", "$"}, {"€", "€"}, {"EUR", "€"}, {"£", "£"}, {"GBP", "£"}, {"¥", "¥"}, {"JPY", "¥"},
	{"CNY", "CNY"}, {"RMB", "CNY"},
	{"₹", "₹"}, {"INR", "₹"}, {"CHF", "CHF"}, {"Fr.", "CHF"}, {"SEK", "SEK"}, {"NOK", "NOK"}, {"DKK", "DKK"},
	{"PLN", "PLN"}, {"zł", "PLN"}, {"CZK", "CZK"},
	{"R$", "R$"}, {"BRL", "R$"}, {"A$", "A$"}, {"AUD", "A$"}, {"C$", "C$"}, {"CAD", "C$"}, {"₽", "₽"}, {"RUB", "₽"},
	{"₩", "₩"}, {"KRW", "₩"}, {"₺", "₺"}, {"TRY", "₺"},
	{"ZAR", "ZAR"}, {"MXN", "MXN"}, {"ILS", "₪"}, {"₪", "₪"},
}

// currencyLetters are the first letters of currencies.
var currencyLetters = func() (is [256]bool) {
	for _, c := range currencies {
		is[c.text[0]] = true
	}
	return is
}()

// alike are other ways to write a unit.
var alike = map[string]string{"percent": "%", "pct": "%", "Prozent": "%", "per cent": "%", "℃": "°C",
	"℉": "°F", "oC": "°C", "degC": "°C", "ml": "mL", "ul": "µL", "uL": "µL", "µl": "µL", "ug": "µg", "mcg": "µg",
	"um": "µm", "uM": "µM", "us": "µs", "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "sec": "s", "secs": "s",
	"second": "s", "seconds": "s", "minute": "min", "minutes": "min", "mins": "min", "min.": "min", "day": "days",
	"week": "weeks", "wk": "weeks", "wks": "weeks", "month": "months", "mo": "months", "year": "years", "yr": "years",
	"yrs": "years", "yr.": "years", "Jahre": "years", "Tage": "days", "Stunden": "h", "Std.": "h", "dl": "dL", "l": "L",
	"Ltr": "L", "liter": "L", "litre": "L", "kgs": "kg", "lbs": "lb", "gr": "g", "grams": "g", "gram": "g"}

func init() {
	for _, c := range currencies {
		if c.text != c.unit {
			alike[c.text] = c.unit
		}
	}
}

// canonical writes units that mean the same alike.
func canonical(unit string) string {
	unit = strings.ReplaceAll(unit, " /", "/")
	unit = strings.ReplaceAll(unit, "/ ", "/")
	parts := strings.Split(unit, "/")
	for k, part := range parts {
		if same, ok := alike[part]; ok {
			parts[k] = same
		}
	}
	return strings.Join(parts, "/")
}

// units are those that are certainly no other word after a number. Single capital letters are not among them, since
// they name wells, bases and classes.
var units = func() map[string]bool {
	known := map[string]bool{}
	for _, c := range currencies {
		known[c.unit] = true
	}
	for _, unit := range strings.Fields(
		"% ‰ ° °C °F pp ppm ppb ppt g h s m d L K t ha a.u. AU RFU RLU OD U IU mIU µIU kU mU cfu CFU PFU rpm bp kb Mb Gb kDa Da dB cal kcal kJ MJ J eV keV MeV " +
			"min days weeks months years ms µs ns ps kg mg µg ng pg fg lb oz mt kt Mg mL µL dL cL nL pL fL hL gal m2 m3 m² m³ km cm mm µm nm pm dm Å in ft yd mi km2 km² cm2 cm² mm2 mm² cm3 cm³ mm3 mm³ dm3 dm³ m^2 m^3 cm^2 cm^3 " +
			"mol mmol µmol nmol pmol fmol mM µM nM pM M N kN mN Pa hPa kPa MPa GPa bar mbar psi atm mmHg Torr torr Hz kHz MHz GHz V mV µV kV mA µA nA kA W mW kW MW Wh kWh Ω kΩ MΩ mS µS S " +
			"lx lm cd T mT µT Bq kBq MBq Ci mCi Gy mGy Sv mSv mOsm Osm mEq µEq mg% ng% hpf dpf dpi hpi wk rad deg mrad dpt kph mph NTU FNU PSU meq mEq cells copies reads counts px DPI fps x fold kat nkat µkat units unit mil k MB GB kB TB") {
		known[unit] = true
	}
	known["mm Hg"] = true
	return known
}()

// Known reports whether the unit of the cell is one for certain.
func (c Cell) Known() bool {
	if c.Unit == "" {
		return true
	}
	if c.Close && len(c.Unit) == 1 && c.Unit >= "A" && c.Unit <= "Z" || c.Unit == "x" && !c.Close {
		return false // 3M and 4K may be names
	}
	for k, part := range strings.Split(c.Unit, "/") {
		if !units[part] && !(k > 0 && units[strings.TrimSuffix(strings.TrimSuffix(part, "."), "s")]) && part != "day" &&
			part != "year" && part != "week" {
			return false
		}
	}
	return true
}
