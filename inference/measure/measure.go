// Package measure knows the units in which people measure, and finds them in the names of columns.
package measure

import (
	"regexp"
	"slices"
	"strings"
)

// dimensions maps units to the quantities that they measure, by their symbols in lower case.
var dimensions = map[string]string{}

func init() {
	for what, list := range map[string]string{
		"length":        "nm µm μm um mm cm dm m km in inch ft",
		"mass":          "pg ng µg μg ug mg g kg t lb oz",
		"time":          "ms s sec min h hr hrs hours d day days wk weeks months yr yrs years",
		"volume":        "nl µl μl ul ml l dl",
		"temperature":   "°c °f k degc celsius",
		"share":         "% pct percent ‰ ppm ppb",
		"concentration": "nm/l µm/l mmol/l µmol/l umol/l nmol/l mol/l g/l g/dl mg/l mg/dl ng/ml µg/ml ug/ml pg/ml iu/l u/l meq/l",
		"pressure":      "mmhg pa kpa hpa bar",
		"frequency":     "hz khz mhz bpm",
		"energy":        "j kj cal kcal",
		"area":          "mm2 mm² cm2 cm² m2 m² ha km2 km²",
		"speed":         "m/s km/h",
		"voltage":       "v mv µv uv",
		"density":       "kg/m2 kg/m² kg/m3 kg/m³ g/cm3 g/cm³",
	} {
		for _, unit := range strings.Fields(list) {
			dimensions[unit] = what
		}
	}
}

// shortUnits are those of one letter, or that are words, that count after an underscore too.
var suffixes = []string{"nm", "um", "mm", "cm", "km", "ng", "ug", "mg", "g", "kg", "ml", "ul", "pct", "percent", "sec",
	"min", "days", "weeks", "months", "years",
	"yrs", "hours", "ppm", "hz", "khz", "mmhg", "kpa", "degc", "kcal", "kj", "mv"}

var bracketed = regexp.MustCompile(`^.+[ _.]?[(\[] ?([^()\[\]]{1,10}?) ?[)\]]$`)

// Of returns the unit that the name of a column gives: "mass (g)", "length [mm]", "body_mass_g"; "" for none.
func Of(name string) string {
	if m := bracketed.FindStringSubmatch(name); m != nil {
		if _, known := dimensions[strings.ToLower(m[1])]; known {
			return m[1]
		}
		return ""
	}
	if i := strings.LastIndexAny(name, "_. "); i > 0 && slices.Contains(suffixes, strings.ToLower(name[i+1:])) {
		return name[i+1:]
	}
	return ""
}

// Dimension returns the quantity that a unit measures, such as "mass" for mg; "" for one that is not known.
func Dimension(unit string) string { return dimensions[strings.ToLower(unit)] }

// Same reports whether two texts are one unit.
func Same(a, b string) bool { return strings.EqualFold(a, b) }
