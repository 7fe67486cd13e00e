package files

import (
	"cmp"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/views/say"
)

// SettingsInWords names the differences of a fit from the defaults: settings, seed, chains, classes, and a preparation
// of the data other than the present one of the table of the sheet. The model is nil where this program has none of
// that name.
func SettingsInWords(r *job.Result, m inference.Model, h study.Sheet) string {
	spec := r.Spec
	var parts []string
	if m != nil {
		usual := job.ValuesOf(m.Info().Defaults())
		for _, p := range m.Info().Parameters {
			v, ok := spec.Settings[p.Name]
			if !ok || v == usual[p.Name] {
				continue
			}
			text := p.InSentence() + " " + p.ChoiceWords(v.Text)
			if p.Type == inference.Choice {
				text = p.InSentence() + ": " + p.ChoiceWords(v.Text)
			}
			if v.Fixed && !usual[p.Name].Fixed {
				text += " fixed"
			}
			parts = append(parts, text)
		}
		if settings, err := job.SettingsOf(m.Info(), spec.Settings); err == nil {
			parts = append(parts, lengthInWords(r, inference.InfoFor(m, settings))...)
		}
	}
	if spec.Classes != nil {
		parts = append(parts, "by "+spec.Classes.Column)
	}
	if held := spec.Held; held != nil && held.Share > 0 {
		text := plotting.FormatPercent(held.Share)
		if held.Fold > 0 {
			text = say.Held(*held)
		}
		parts = append(parts, text+" hidden")
	}
	if spec.Seed != 1 {
		parts = append(parts, "seed "+say.Thousands(int(spec.Seed)))
	}
	if h.Table != 0 && spec.Preprocessing != nil {
		parts = append(parts, spec.Preprocessing.Unlike(h.Preprocessing)...)
	}
	return strings.Join(parts, ", ")
}

// lengthInWords gives the requested length of a fit, how much of it was done where that is less, and its number of
// chains, if they differ from the defaults.
func lengthInWords(r *job.Result, info inference.Info) (parts []string) {
	switch n := r.Spec.Goal.Iterations; {
	case r.Spec.Goal.EffectiveSize > 0:
		parts = append(parts, "until "+plotting.Plural(int(r.Spec.Goal.EffectiveSize), "independent draw"))
	case r.Spec.Goal.Settled:
		parts = append(parts, "until settled")
	case n != nil && *n != info.Iterations && *n > 0 && info.Iterations > 0 && !say.Untold(*n, info):
		did := ""
		if r.Ended.Ended() && 0 < r.Iterations && r.Iterations < *n {
			did = say.Thousands(r.Iterations) + " of " // nothing was left to do, or it was stopped
		}
		parts = append(parts, did+plotting.Plural(*n, cmp.Or(info.Iteration, "iteration")))
	}
	if info.Samples && r.Spec.Chains > 0 && r.Spec.Chains != max(1, info.Chains) {
		parts = append(parts, plotting.Plural(r.Spec.Chains, "chain"))
	}
	return parts
}
