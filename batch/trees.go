package batch

import (
	"bytes"
	"fmt"
	"strconv"

	"espalier/inference/scores"
	"espalier/inference/tree"
)

// writeTrees writes the best tree, and all of them with their weights.
func (f *fitted) writeTrees(out *folder) error {
	trees := f.snapshot.Trees
	if len(trees) == 0 {
		return nil
	}
	if err := out.write("tree.nwk", []byte(trees[0].Tree.Newick()+"\n")); err != nil {
		return err
	}
	var all bytes.Buffer
	for _, t := range trees {
		fmt.Fprintf(&all, "[&W %s] %s\n", strconv.FormatFloat(t.Weight, 'g', -1, 64), t.Tree.Newick())
	}
	return out.write("trees.nwk", all.Bytes())
}

// clusters are groups of the rows that were fitted.
type clusters struct {
	Name   string   `json:"name"`
	Count  int      `json:"count"`
	Labels []int    `json:"labels"` // group of each row, from 0
	Rows   []string `json:"rows"`
}

// agreement compares a result with labels. Rows without a label count nowhere.
type agreement struct {
	Labels            string `json:"labels"`
	Groups            int    `json:"groups"`
	Rows              int    `json:"rows"` // that have a label
	AdjustedRand      number `json:"adjusted_rand_index"`
	MutualInformation number `json:"normalised_mutual_information"`
	Purity            number `json:"purity"`
	DendrogramPurity  number `json:"dendrogram_purity"`
}

// agreement cuts the best tree into as many groups as there are labels and compares
// them. Both are nil without labels or tree.
func (f *fitted) agreement() (*clusters, *agreement) {
	if f.command.Labels == "" || len(f.snapshot.Trees) == 0 {
		return nil, nil
	}
	codes := f.labels()
	t := f.snapshot.Trees[0].Tree
	distinct := map[int]bool{}
	for _, c := range codes {
		if c >= 0 {
			distinct[c] = true
		}
	}
	if len(distinct) == 0 {
		return nil, nil
	}
	groups, _ := t.CutInto(len(distinct))
	cut := tree.GroupLabels(groups, t.Leaves())
	var found, given []int
	for i, c := range codes {
		if c >= 0 {
			found, given = append(found, cut[i]), append(given, c)
		}
	}
	return &clusters{"tree cut into as many groups as there are labels", len(groups), cut, f.material.data.Rows},
		&agreement{
			Labels: f.command.Labels, Groups: len(groups), Rows: len(found),
			AdjustedRand:      number(scores.AdjustedRand(found, given)),
			MutualInformation: number(scores.NormalizedMutualInformation(found, given)),
			Purity:            number(scores.Purity(found, given)),
			DendrogramPurity:  number(scores.DendrogramPurity(t, codes)),
		}
}

// labels returns the code of each fitted row's label, -1 where it is missing.
func (f *fitted) labels() []int {
	for _, a := range f.material.data.Annotations {
		if a.Name == f.command.Labels {
			return a.Codes
		}
	}
	return nil
}
