package board

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/job"
)

// An Entry is a result that a board may hold.
type Entry struct {
	// Name is the result's name for people; "" for a name made of the model and the settings in which its results differ.
	Name string
	// Title is the model's name for people; "" for the name in its Spec.
	Title  string
	Result *job.Result
	// Data are the data that were fitted; nil if they are not at hand. Without it, annotations are not compared.
	Data *inference.Dataset
}

// setup identifies everything a fit depends on except its seed and the data hidden from it.
func (e Entry) setup() string {
	s := e.Result.Spec
	s.Table, s.Seed, s.Held, s.Evidence = job.Source{}, 0, nil, nil
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // a Spec holds nothing that JSON cannot write
	}
	return e.Name + "\n" + string(text)
}

// table identifies the table that was fitted.
func (e Entry) table() string {
	t := e.Result.Spec.Table
	return cmp.Or(e.Result.Data.SHA256, t.SHA256, t.Content, e.Result.Data.Source+"\n"+e.Result.Data.Name)
}

// Tables returns the places of the results of each table, in the order in which the tables first occur.
func Tables(entries []Entry) (groups [][]int) {
	at := map[string]int{}
	for i, e := range entries {
		k, known := at[e.table()]
		if !known {
			k, groups = len(groups), append(groups, nil)
			at[e.table()] = k
		}
		groups[k] = append(groups[k], i)
	}
	return groups
}

// Names returns a short name for each entry, whatever people call it: its model and the settings in which results of
// that model differ; where that is not enough, that it was fitted to the whole table, or its seed.
func Names(entries []Entry) []string {
	results := make([]*job.Result, len(entries))
	for i, e := range entries {
		results[i] = e.Result
	}
	differ := map[string][]string{} // names of settings, by model
	first := map[string]*job.Result{}
	for _, r := range results {
		f, met := first[r.Spec.Model]
		if !met {
			first[r.Spec.Model] = r
			continue
		}
		for _, name := range slices.Concat(settingNames(r), settingNames(f)) {
			if text(r, name) != text(f, name) && !slices.Contains(differ[r.Spec.Model], name) {
				differ[r.Spec.Model] = append(differ[r.Spec.Model], name)
			}
		}
	}
	names := make([]string, len(results))
	for i, r := range results {
		parts := []string{cmp.Or(entries[i].Title, r.Spec.Model)}
		slices.Sort(differ[r.Spec.Model])
		for _, name := range differ[r.Spec.Model] {
			if v := text(r, name); v != "" {
				parts = append(parts, name+" "+v)
			}
		}
		if names[i] = parts[0]; len(parts) > 1 {
			names[i] += " (" + strings.Join(parts[1:], ", ") + ")"
		}
	}
	whole := func(r *job.Result) bool { return r.Spec.Held == nil }
	plain := slices.Clone(names)
	for i, r := range results {
		for j, o := range results {
			if whole(r) && !whole(o) && plain[i] == plain[j] {
				names[i] = plain[i] + ", whole table"
			}
		}
	}
	plain = slices.Clone(names)
	for i, r := range results {
		same := func(j int) bool { return plain[j] == plain[i] && results[j].Spec.Seed != r.Spec.Seed }
		for j := range results {
			if same(j) {
				names[i] = fmt.Sprintf("%s, seed %d", plain[i], r.Spec.Seed)
				break
			}
		}
	}
	return names
}

func settingNames(r *job.Result) (names []string) {
	for name := range r.Spec.Settings {
		names = append(names, name)
	}
	return names
}

// text is the value of a setting, with a word if it is not learnt; "" if the result has none.
func text(r *job.Result, name string) string {
	v, ok := r.Spec.Settings[name]
	if ok && v.Fixed {
		return v.Text + " (fixed)"
	}
	return v.Text
}
