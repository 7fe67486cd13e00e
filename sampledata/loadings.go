package sampledata

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"

	"example.org/espalier/inference"
	"example.org/espalier/inference/stat/recovery"
	"example.org/espalier/sampledata/simulated"
)

// drawnFromFactors are the samples that are sums of factors and noise.
var drawnFromFactors = []string{"shapes", "sparse_factors"}

// Loadings returns what is known of the factors that a table was drawn from: their loadings, and their activities if
// they are numbers too. It is nil except for samples as they come with the program, whose truth is drawn when it is
// first asked for.
func Loadings(t *inference.Table) []*recovery.Loadings {
	if t == nil || t.SHA256 == "" {
		return nil
	}
	if truth := loadings()[t.SHA256]; truth != nil {
		return truth()
	}
	return nil
}

// loadings are those of all samples that have some, by the hash of the sample.
var loadings = sync.OnceValue(func() map[string]func() []*recovery.Loadings {
	all := map[string]func() []*recovery.Loadings{}
	for _, name := range drawnFromFactors {
		text, err := content(name + ".csv.gz")
		if err != nil {
			panic(fmt.Sprintf("sampledata: no sample %s: %v", name, err))
		}
		hash := sha256.Sum256(text)
		all[hex.EncodeToString(hash[:])] = sync.OnceValue(func() []*recovery.Loadings { return loadingsOf(name) })
	}
	return all
})

// loadingsOf draws a sample again, with its truth.
func loadingsOf(name string) (list []*recovery.Loadings) {
	d, ok := simulated.Stored(name)
	if !ok {
		panic("sampledata: no generator of the sample " + name)
	}
	for _, f := range d.Truth {
		l, err := recovery.ReadLoadings(strings.NewReader(f.Text()))
		if err != nil {
			panic("sampledata: " + name + ": " + err.Error())
		}
		list = append(list, l)
	}
	return list
}
