package recipe

import (
	"errors"
	"math"
	"strings"
)

// missingKind makes cells of one number missing, as where 0 was written for cells that were not measured.
var missingKind = Kind{
	Name: "missing", Title: "Missing cells", Takes: ANumber, Example: "missing:0",
	Tip:     "Makes every cell that holds a number a missing cell, in all columns or in some.",
	Choices: []Choice{{"0", "0 is missing", "Where 0 was written for what was not measured."}},
	make: func(text string) (work, error) {
		code, columns, _ := strings.Cut(text, ":")
		x, err := parseNumber(code)
		if err != nil {
			return nil, errors.New("write missing:NUMBER, or missing:NUMBER:COLUMN;COLUMN, such as missing:0")
		}
		c := cellwise{text: number(x), said: number(x) + " as missing", columns: namesIn(columns)}
		if len(c.columns) > 0 {
			c.text += ":" + Names(c.columns...)
		}
		c.f = func(y float64) (float64, error) {
			if y == x {
				return math.NaN(), nil
			}
			return y, nil
		}
		return c, nil
	},
}
