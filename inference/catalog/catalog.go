// Package catalog holds the one list of models, from which the window, the command line, the checks
// and the documentation are made.
package catalog

import (
	"fmt"
	"slices"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/inference/model/affinity"
	"example.org/espalier/inference/model/agglomerative"
	"example.org/espalier/inference/model/bhc"
	"example.org/espalier/inference/model/bicluster"
	"example.org/espalier/inference/model/blockmodel"
	"example.org/espalier/inference/model/chowliu"
	"example.org/espalier/inference/model/classtree"
	"example.org/espalier/inference/model/communities"
	"example.org/espalier/inference/model/crosscat"
	"example.org/espalier/inference/model/dag"
	"example.org/espalier/inference/model/dpmm"
	"example.org/espalier/inference/model/gaussian"
	"example.org/espalier/inference/model/ggm"
	"example.org/espalier/inference/model/glasso"
	"example.org/espalier/inference/model/hdbscan"
	"example.org/espalier/inference/model/kde"
	"example.org/espalier/inference/model/kmeans"
	"example.org/espalier/inference/model/lineargaussian"
	"example.org/espalier/inference/model/neighbours"
	"example.org/espalier/inference/model/nsfa"
	"example.org/espalier/inference/model/outtree"
	"example.org/espalier/inference/model/pca"
	"example.org/espalier/inference/model/pydt"
	"example.org/espalier/inference/model/relevance"
	"example.org/espalier/inference/model/rowmap"
	"example.org/espalier/inference/model/spectral"
	"example.org/espalier/inference/model/treemixture"
	"example.org/espalier/inference/model/vbmfa"
)

// Models returns every model, in the order of the picker, with those of a family side by side.
func Models() []inference.Model {
	return []inference.Model{
		pydt.Model{},
		pydt.DDT{},
		classtree.Model{},
		agglomerative.Model{},
		bhc.Model{},
		nsfa.Model{},
		nsfa.Sparse{},
		nsfa.Relevance{},
		nsfa.Factor{},
		nsfa.Student{},
		nsfa.Regression{},
		lineargaussian.Model{},
		pca.Model{},
		pca.Sparse{},
		vbmfa.Model{},
		vbmfa.Maximum{},
		dpmm.Model{},
		bicluster.Model{},
		crosscat.Model{},
		blockmodel.Model{},
		kmeans.Model{},
		spectral.Model{},
		communities.Model{},
		hdbscan.Model{},
		affinity.Model{},
		rowmap.Model{},
		gaussian.Model{},
		kde.Model{},
		outtree.Model{},
		glasso.Model{},
		chowliu.Model{},
		relevance.Model{},
		neighbours.Model{},
		treemixture.Model{},
		ggm.Model{},
		dag.Model{},
	}
}

// Find returns the model of that name, ignoring case. The error lists the models and suggests
// similar names.
func Find(name string) (inference.Model, error) { return find(Models(), name) }

func find(models []inference.Model, name string) (inference.Model, error) {
	wanted := strings.ToLower(strings.TrimSpace(name))
	var names, near []string
	for _, m := range models {
		info := m.Info()
		if info.Name == wanted {
			return m, nil
		}
		names = append(names, info.Name)
		if wanted == "" {
			continue
		}
		if distance(wanted, info.Name) <= 1+len(info.Name)/4 || strings.HasPrefix(info.Name, wanted) ||
			strings.Contains(strings.ToLower(info.Title), wanted) {
			near = append(near, info.Name)
		}
	}
	meant := ""
	if len(near) > 0 {
		meant = fmt.Sprintf("; did you mean %s?", strings.Join(near, " or "))
	}
	return nil, fmt.Errorf("no model %q among %s%s", name, strings.Join(slices.Sorted(slices.Values(names)), ", "), meant)
}

// distance returns the number of single letters to insert, delete, replace or swap with a neighbour
// to turn a into b (optimal string alignment).
func distance(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			replace := 1
			if a[i-1] == b[j-1] {
				replace = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+replace)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
