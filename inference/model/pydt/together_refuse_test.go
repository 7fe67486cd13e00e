package pydt

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/pydttest"
)

// What a refusal of a form of the columns says to set instead is not refused.
func TestRefusedColumnsNameWhatIsAllowed(t *testing.T) {
	data := pydttest.DatasetOf(pydttest.RandomData(rand.New(rand.NewPCG(1, 83)), 20, 4, 0))
	refused := 0
	for _, form := range []string{correlated.Independent, correlated.AnyCovariance, correlated.ByFactors,
		correlated.ByTree} {
		for _, method := range []string{"em", "mcmc", "ais", "mp"} {
			check := func(method, form string) error {
				s := (Model{}).Info().Defaults()
				for name, v := range map[string]string{"method": method, "columns": form} {
					if err := s.Set(name, v); err != nil {
						return err
					}
				}
				_, err := Model{}.Check(data, s)
				return err
			}
			err := check(method, form)
			if err == nil {
				continue
			}
			refused++
			remedy := err.Error()[strings.LastIndex(err.Error(), ";")+1:]
			found := 0
			for _, c := range []struct {
				what string
				with func(value string) error
			}{
				{"method", func(v string) error { return check(v, form) }},
				{"columns", func(v string) error { return check(method, v) }},
			} {
				names := regexp.MustCompile(c.what + ` to ((?:\w+)(?: or \w+)?)`).FindStringSubmatch(remedy)
				if names == nil {
					continue
				}
				for _, v := range strings.Split(names[1], " or ") {
					found++
					if err := c.with(v); err != nil {
						t.Errorf("%s with %s says to set %s to %s, which is refused: %v", method, form, c.what, v, err)
					}
				}
			}
			if found == 0 {
				t.Errorf("%s with %s is refused without a remedy: %v", method, form, err)
			}
		}
	}
	if refused != 3 {
		t.Errorf("%d combinations are refused, not 3", refused)
	}
}
