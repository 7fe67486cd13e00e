package network

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/espalier/inference/read/known"
)

// rows returns the lines of a written table, with bars for tabs.
func rows(w known.Written) []string {
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(w.Text), "\t", "|"), "\n"), "\n")
}

func TestLists(t *testing.T) {
	names := []string{"node|a|b|c", "a|0|1|0", "b|1|0|1", "c|0|1|0"}
	weighed := []string{"node|a|b|c", "a|0|0.5|0", "b|0.5|0|1.5", "c|0|1.5|0"}
	for _, test := range []struct {
		what, file, text string
		way              Way
		want             []string
	}{
		{"names of Gephi", "x.csv", "Source,Target,Type,Id\na,b,Undirected,0\nb,c,Undirected,1\n", Guess, names},
		{"its directed links", "x.csv", "Source,Target,Type\na,b,Directed\nb,c,Directed\n", Guess,
			[]string{"node|a|b|c", "a|0|1|0", "b|0|0|1", "c|0|0|0"}},
		{"two columns of names", "x.txt", "a b\nb c\nc d\nd a\n", Guess,
			[]string{"node|a|b|c|d", "a|0|1|0|1", "b|1|0|1|0", "c|0|1|0|1", "d|1|0|1|0"}},
		{"a header and decimal commas", "x.csv", "from;to;weight\na;b;0,5\nb;c;1,5\n", Guess, weighed},
		{"quotes and commas", "x.csv", "from,to,weight\n\"a\",\"b\",0.5\n\"b\",\"c\",1.5\n", Guess, weighed},
		{"what networkx writes", "x.txt", "a b {'weight': 0.5}\nb c {'weight': 1.5}\n", Guess, weighed},
		{"what it writes without weights", "x.txt", "a b {}\nb c {}\n", Guess, names},
		{"the extension", "x.edges", "a b\nb c\n", Guess, names},
		{"comments of SNAP", "x.txt", "# Undirected graph\n# Nodes: 3 Edges: 2\n# " +
			"FromNodeId\tToNodeId\na\tb\nb\tc\n", Guess, names},
		{"a node without links", "x.edges", "a b\nc\n", Guess, []string{"node|a|b|c", "a|0|1|0", "b|1|0|0", "c|0|0|0"}},
		{"links that stand twice", "x.edges", "a b\nb c\na b\n", Guess, []string{"node|a|b|c", "a|0|2|0",
			"b|2|0|1", "c|0|1|0"}},
		{"weights that stand twice", "x.edges", "a b 1\nb c 1\na b 2.5\n", Guess,
			[]string{"node|a|b|c", "a|0|3.5|0", "b|3.5|0|1", "c|0|1|0"}},
		{"a weight that is not known", "x.csv", "from,to,weight\na,b,NA\nb,c,1\n", Guess,
			[]string{"node|a|b|c", "a|0||0", "b||0|1", "c|0|1|0"}},
		{"some both ways", "x.edges", "a b\nb a\nb c\n", Guess, []string{"node|a|b|c", "a|0|1|0", "b|1|0|1",
			"c|0|0|0"}},
		{"all both ways", "x.edges", "a b\nb a\nb c\nc b\n", Guess, names},
		{"asked", "x.edges", "a b\nb c\n", Directed, []string{"node|a|b|c", "a|0|1|0", "b|0|0|1", "c|0|0|0"}},
		{"asked of what is not told", "x.txt", "a b\nc d\n", Undirected,
			[]string{"node|a|b|c|d", "a|0|1|0|0", "b|1|0|0|0", "c|0|0|0|1", "d|0|0|1|0"}},
		{"a node called like the column", "x.edges", "node a\na b\n", Guess,
			[]string{"node_|node|a|b", "node|0|1|0", "a|1|0|1", "b|0|1|0"}},
		{"whole numbers in order", "x.txt", "1 2\n1 3\n2 3\n2 4\n3 5\n", Guess,
			[]string{"node|1|2|3|4|5", "1|0|1|1|0|0", "2|1|0|1|1|0", "3|1|1|0|0|1", "4|0|1|0|0|0", "5|0|0|1|0|0"}},
		{"two sorts", "x.csv", "from,to\nann,x\nann,y\nbob,y\n", Guess, []string{"node|x|y", "ann|1|1", "bob|0|1"}},
		{"two sorts as asked", "x.txt", "1 7\n1 8\n2 8\n", Between, []string{"node|7|8", "1|1|1", "2|0|1"}},
		{"the sort of links first", "x.csv", "Type,Source,Target\nDirected,a,b\nDirected,b,c\n", Guess,
			[]string{"node|a|b|c", "a|0|1|0", "b|0|0|1", "c|0|0|0"}},
		{"loops of numbers", "x.csv", "source,target\n1,1\n2,2\n3,3\n", Guess,
			[]string{"node|1|2|3", "1|1|0|0", "2|0|1|0", "3|0|0|1"}},
		{"a weight first", "x.csv", "weight,from,to\n0.5,a,b\n1.5,b,c\n", Guess, weighed},
		{"a loop", "x.edges", "a a\na b\n", Guess, []string{"node|a|b", "a|1|1", "b|1|0"}},
	} {
		t.Run(test.what, func(t *testing.T) {
			w, _, f, ok := List(test.file, []byte(test.text), 0, test.way)
			if !ok || f != nil {
				t.Fatalf("ok %v, fault %+v", ok, f)
			}
			if got := rows(w); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestListsAreNotTables(t *testing.T) {
	for what, text := range map[string]string{
		"two measurements":      "x,y\n1.5,2\n3,4.5\n5,6\n7,8\n",
		"two counts":            "3 5\n2 2\n3 5\n1 4\n7 1\n",
		"heights":               "parent,child\n70.5,61.7\n68.5,61.7\n65.5,61.7\n",
		"intervals":             "from,to,clay\n0,10,5\n10,20,7\n20,40,9\n40,60,2\n",
		"dose and response":     "1 2\n2 5\n3 9\n4 11\n5 15\n",
		"names and a number":    "id,x\na,1\nb,2\nc,3\n",
		"two annotations":       "a,b\nyes,no\nno,yes\nyes,yes\nno,no\nyes,no\nno,no\nno,yes\nno,no\nyes,no\n",
		"a table of rows":       "id,a,b\nr1,1,2\nr2,3,4\nr3,5,6\n",
		"measurements from, to": "from,to,a,b,c\nx,y,1,2,3\ny,z,4,5,6\nx,z,4,5,6\n",
		"one column":            "a\nb\nc\n",
		"nothing":               "",
	} {
		if _, _, _, ok := List("x.csv", []byte(text), 0, Guess); ok {
			t.Errorf("%s: taken for links", what)
		}
	}
}

// Links of several relations become a table for each, beside each other; the first keeps the names of the nodes.
func TestRelations(t *testing.T) {
	for _, test := range []struct {
		what, text   string
		want, across []string
	}{
		{"a column of that name", "source,target,type,relation,weight\na,b,Undirected,likes,2\nb,c,Undirected,owes,1\n" +
			"c,b,Undirected,owes,3\n", []string{"node|a|b|c|owes.a|owes.b|owes.c", "a|0|2|0|0|0|0", "b|2|0|0|0|0|4",
			"c|0|0|0|0|4|0"}, []string{"", "likes", "likes", "likes", "owes", "owes", "owes"}},
		{"the third of three columns", "a b x\nb c y\nc b y\nc a y\n", []string{"node|a|b|c|y.a|y.b|y.c",
			"a|0|1|0|0|0|0", "b|1|0|0|0|0|1", "c|0|0|0|1|1|0"}, []string{"", "x", "x", "x", "y", "y", "y"}},
		{"one relation", "from,to,layer\na,b,x\nb,c,x\n", []string{"node|a|b|c", "a|0|1|0", "b|1|0|1", "c|0|1|0"},
			[]string{"", "x", "x", "x"}},
	} {
		w, _, f, ok := List("x.csv", []byte(test.text), 0, Relations)
		if !ok || f != nil {
			t.Fatalf("%s: %v, %+v", test.what, ok, f)
		}
		if got := rows(w); !slices.Equal(got, test.want) || w.Network || !w.Named ||
			!slices.Equal(w.Across[0].Values, test.across) {
			t.Errorf("%s: got %q across %q", test.what, got, w.Across)
		}
	}
	for text, want := range map[string]string{
		"from,to,weight\na,b,1\nb,c,2\n":         "0: has no column that says of which relation a link is",
		"from,to,relation\na,b,x\nb,c,\nc,a,y\n": "3: does not say of which relation the link is",
	} {
		_, _, f, ok := List("x.edges", []byte(text), 0, Relations)
		if !ok || f == nil || fmt.Sprintf("%d: %s", f.Line, f.What) != want || f.Remedy == "" {
			t.Errorf("%q: ok %v, fault %+v", text, ok, f)
		}
	}
	const nodes = `<node id='a'/><node id='b'/><node id='c'/>`
	byGraph := "<graphml><graph id='likes' edgedefault='undirected'>" + nodes + "<edge source='a' target='b'/></graph>" +
		"<graph id='owes' edgedefault='undirected'>" + nodes + "<edge source='b' target='c'/></graph></graphml>"
	byKey := "<graphml><key id='k' for='edge' attr.name='layer'/><graph edgedefault='undirected'>" + nodes +
		"<edge source='a' target='b'><data key='k'>likes</data></edge>" +
		"<edge source='b' target='c'><data key='k'>owes</data></edge></graph></graphml>"
	want := []string{"node|a|b|c|owes.a|owes.b|owes.c", "a|0|1|0|0|0|0", "b|1|0|0|0|0|1", "c|0|0|0|0|1|0"}
	for _, text := range []string{byGraph, byKey} {
		if w, f := graphMLForm.Relations([]byte(text)); f != nil || !slices.Equal(rows(w), want) {
			t.Errorf("%q is read as %q, %+v", text, rows(w), f)
		}
	}
	if _, f := graphMLForm.Relations([]byte(strings.ReplaceAll(byKey, "layer", "colour"))); f == nil || f.Remedy == "" {
		t.Error("links of no relation are read")
	}
	if w, f := graphMLForm.Write([]byte(byGraph)); f != nil || len(rows(w)[0]) != len("node|a|b|c") {
		t.Errorf("of several graphs %q is read, %+v", rows(w), f)
	}
}

func TestFaultsOfLists(t *testing.T) {
	for text, want := range map[string]string{
		"from,to,weight\na,b,1\nb,c,heavy\nc,a,2\n": `3: the weight "heavy" of the link of "b" and "c" is no number`,
		"from,to\na,a\n": "0: has 1 node; a network needs at least 2",
	} {
		_, _, f, ok := List("x.edges", []byte(text), 0, Guess)
		if !ok || f == nil || fmt.Sprintf("%d: %s", f.Line, f.What) != want || f.Remedy == "" {
			t.Errorf("%q: ok %v, fault %+v", text, ok, f)
		}
	}
	var many strings.Builder
	for i := range MostNodes {
		fmt.Fprintf(&many, "a%d a%d\n", i, i+1)
	}
	if _, _, f, _ := List("x.edges", []byte(many.String()), 0, Guess); f == nil || f.Line != MostNodes {
		t.Errorf("too many nodes: %+v", f)
	}
}

func TestFiles(t *testing.T) {
	undirected := []string{"node|ann|bob|cy|age", "ann|0|2|0|31", "bob|2|0|0.5|", "cy|0|0.5|0|40"}
	for _, test := range []struct {
		what string
		form known.Form
		text string
		want []string
	}{
		{"GraphML", graphMLForm, `<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="d0" for="node" attr.name="name"/><key id="d1" for="node" attr.name="age"/>
<key id="d2" for="edge" attr.name="weight"><default>2</default></key>
<graph edgedefault="undirected"><node id="n0"><data key="d0">ann</data><data key="d1">31</data></node>
<node id="n1"><data key="d0">bob</data></node><node id="n2"><data key="d0">cy</data><data key="d1">40</data></node>
<edge source="n0" target="n1"/><edge source="n1" target="n2"><data key="d2">0.5</data></edge></graph></graphml>`,
			undirected},
		{"directed GraphML", graphMLForm, `<graphml><graph edgedefault="directed"><node id="a"/><node id="b"/><node id="c"/>
<edge source="a" target="b"/><edge source="b" target="c" directed="false"/></graph></graphml>`,
			[]string{"node|a|b|c", "a|0|1|0", "b|0|0|1", "c|0|1|0"}},
		{"GML", gmlForm, "Creator \"x [y\"\ngraph [\n  directed 0 # none\n  node [ id 0 label \"ann\" age 31 ]\n" +
			"node [ id 1 label \"bob\" graphics [ x 1 fill \"#ff]\" ] ]\nnode [ id 2 label \"cy\" age 40 ]\n" +
			"edge [ source 0 target 1 value 2 ]\nedge [ source 1 target 2 value 0.5 ]\n]\n", undirected},
		{"Pajek", pajekForm, "% c\n*Vertices 3\n1 \"ann b\" 0.1 0.2\n2 bob\n3 cy\n*Edges\n1 2 2\n2 3 0.5\n",
			[]string{"node|ann b|bob|cy", "ann b|0|2|0", "bob|2|0|0.5", "cy|0|0.5|0"}},
		{"Pajek, some without a weight", pajekForm, "*Vertices 3\n*Edges\n1 2 2\n2 3\n",
			[]string{"node|1|2|3", "1|0|2|0", "2|2|0|1", "3|0|1|0"}},
		{"a list of Pajek beside weights", pajekForm, "*Vertices 3\n*Arcslist\n1 2\n*Arcs\n2 3 5\n",
			[]string{"node|1|2|3", "1|0|1|0", "2|0|0|5", "3|0|0|0"}},
		{"GML with an empty text", gmlForm, "Creator \"\"\ngraph [ node [ id 1 label \"a\" ] node [ id 2 label \"b\" ]\n" +
			"node [ id 3 label \"c\" ] edge [ source 1 target 2 ] edge [ source 2 target 3 ] ]\n",
			[]string{"node|a|b|c", "a|0|1|0", "b|1|0|1", "c|0|1|0"}},
		{"arcs of Pajek", pajekForm, "*Vertices 3\n*Arcslist\n1 2 3\n*Edges\n2 3\n",
			[]string{"node|1|2|3", "1|0|1|1", "2|0|0|1", "3|0|1|0"}},
	} {
		t.Run(test.what, func(t *testing.T) {
			if !test.form.Has([]byte(test.text)) {
				t.Fatal("not recognised")
			}
			w, f := test.form.Write([]byte(test.text))
			if f != nil {
				t.Fatalf("%+v", f)
			}
			if got := rows(w); !slices.Equal(got, test.want) || !w.Network {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestFaultsOfFiles(t *testing.T) {
	for _, test := range []struct {
		form known.Form
		text string
		line int
		what string
	}{
		{graphMLForm, "<graphml><graph>\n<node id='a'/><node id='b'/>\n<edge source='a' " +
			"target='c'/></graph></graphml>", 3,
			`has a link with "c", which is no node of the file`},
		{graphMLForm, "<graphml><graph>\n<node id='a'/>\n<node id='a'/></graph></graphml>", 3,
			`has a second node with the id "a"`},
		{graphMLForm, "<graphml><key id='w' for='edge' attr.name='weight'/><graph>\n<node id='a'/><node id='b'/>\n" +
			"<edge source='a' target='b'><data key='w'>x</data></edge></graph></graphml>", 3,
			`the weight "x" of the link of "a" and "b" is no number`},
		{graphMLForm, "<graphml>\n<graph><node id='a'/>", 2, "is damaged or cut short: unexpected EOF"},
		{graphMLForm, "<graphml>\n</graphml>", 0, "is GraphML without a graph"},
		{gmlForm, "graph [\nnode [ id 1 ]\nedge [ source 1 target 2 ]\n]", 3,
			`has a link with "2", which is no node of the file`},
		{gmlForm, "graph [\nnode [ id 1\n", 3, "ends within a list: a bracket ] is missing"},
		{gmlForm, "graph [\nnode [ id 1 ] node [ id 2 ]\nedge [ source 1 target 2 weight big ]\n]", 3,
			`the weight "big" of a link is no number`},
		{pajekForm, "*Vertices 2\n1 a\n2 b\n*Edges\n1 3\n", 5, `"3" is no number of a vertex, from 1 to 2`},
		{pajekForm, "*Vertices 2\n*Arcs\n1\n", 3, "has one vertex where a link has two"},
	} {
		_, f := test.form.Write([]byte(test.text))
		if f == nil || f.Line != test.line || f.What != test.what || f.Remedy == "" {
			t.Errorf("%q: %+v", test.text, f)
		}
	}
}

// FuzzNetwork reads texts in every form: what is written has a line for each node, with a cell for each and one for its
// name, and each cell is a number or empty.
func FuzzNetwork(f *testing.F) {
	for _, text := range []string{"a b\nb c\n", "from,to,weight\na,b,1\n", "1 2 {'weight': 3}\n",
		"graph [ node [ id 1 ] ]",
		"*Vertices 2\n*Edges\n1 2\n", "<graphml><graph><node id='a'/><node id='b'/><edge source='a' " +
			"target='b'/></graph></graphml>",
		"\"a\"\"b\",\"c\nd\"\n", "from,to,relation\na,b,x\nb,c,y\n", "# FromNodeId ToNodeId\n1\t2\n"} {
		f.Add([]byte(text), byte(0))
		f.Add([]byte(text), byte(1))
		f.Add([]byte(text), byte(4))
	}
	f.Fuzz(func(t *testing.T, text []byte, way byte) {
		check := func(w known.Written, fault *known.Fault) {
			if fault != nil {
				if fault.What == "" || fault.Remedy == "" {
					t.Fatalf("a fault without words: %+v", fault)
				}
				return
			}
			lines := strings.Split(strings.TrimSuffix(string(w.Text), "\n"), "\n")
			wide := strings.Count(lines[0], "\t")
			if w.Network && len(lines)-1 != wide-len(w.Annotations) {
				t.Fatalf("%d nodes and %d columns", len(lines)-1, wide-len(w.Annotations))
			}
			for _, a := range w.Across {
				if len(a.Values) != wide+1 {
					t.Fatalf("%d values across %d columns", len(a.Values), wide+1)
				}
			}
			for _, line := range lines {
				if strings.Count(line, "\t") != wide {
					t.Fatalf("lines differ in cells: %q", lines)
				}
			}
		}
		for _, form := range Forms() {
			_ = form.Has(text)
			check(form.Write(text))
			if form.Relations != nil {
				check(form.Relations(text))
			}
		}
		if w, _, fault, ok := List("x.csv", text, 0, []Way{Guess, Undirected, Directed, Between, Relations}[way%5]); ok {
			check(w, fault)
		}
	})
}
