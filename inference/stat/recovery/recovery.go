// Package recovery compares results with the truth from which their data were drawn: how many edges of a graph are
// true, how many of the true ones it shows, and which learnt factors are true ones.
package recovery

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A Truth holds the edges of T nodes, each once, with the parent first if they have a direction.
type Truth struct {
	T     int
	Edges [][2]int
}

// mostLines limits a list of edges.
const mostLines = 5_000_000

// Read reads a list of edges as CSV, with a header that has the columns source and target, in any order
// and possibly among others. The error names the line of a node that is not among nodes. An edge that
// is listed twice, or in both directions, counts once.
func Read(r io.Reader, nodes []string) (*Truth, error) {
	c := csv.NewReader(r)
	c.ReuseRecord = true
	head, err := c.Read()
	if err != nil {
		return nil, errors.New("the list of edges is empty; give it a header with source and target")
	}
	from, to := -1, -1
	for k, name := range head {
		switch strings.ToLower(strings.TrimSpace(strings.TrimPrefix(name, "\ufeff"))) {
		case "source":
			from = k
		case "target":
			to = k
		}
	}
	if from < 0 || to < 0 {
		return nil, errors.New("the list of edges needs a header with source and target")
	}
	place := make(map[string]int, len(nodes))
	for k, name := range nodes {
		place[name] = k
	}
	t := &Truth{T: len(nodes)}
	seen := map[[2]int]bool{}
	for lines := 0; ; lines++ {
		record, err := c.Read()
		if err == io.EOF {
			return t, nil
		}
		if err != nil {
			return nil, fmt.Errorf("the list of edges: %w", err)
		}
		line, _ := c.FieldPos(0)
		if lines == mostLines {
			return nil, fmt.Errorf("the list has more than %d edges", mostLines)
		}
		var e [2]int
		for k, at := range []int{from, to} {
			name := strings.TrimSpace(record[at])
			node, ok := place[name]
			if !ok {
				return nil, fmt.Errorf("line %d of the list of edges: there is no node %q; spell names as in the table", line, name)
			}
			e[k] = node
		}
		if e[0] == e[1] {
			return nil, fmt.Errorf("line %d of the list of edges joins %q to itself", line, nodes[e[0]])
		}
		if key := [2]int{min(e[0], e[1]), max(e[0], e[1])}; !seen[key] {
			seen[key] = true
			t.Edges = append(t.Edges, e)
		}
	}
}
