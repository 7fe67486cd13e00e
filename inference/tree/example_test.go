package tree_test

import (
	"bytes"
	"fmt"

	"example.org/espalier/inference/tree"
)

func Example() {
	t, err := tree.ParseNewick([]byte("((cat:.3,dog:.3):.5,(carp:.6,(pike:.4,eel:.4):.2):.2):.2;"))
	if err != nil {
		fmt.Println(err)
		return
	}
	groups, logTime := t.CutInto(3)
	fmt.Printf("%d groups at −log(1−t) = %.3f:", len(groups), logTime)
	for _, rows := range groups {
		for _, r := range rows {
			fmt.Print(" ", t.Names[r])
		}
		fmt.Print(";")
	}
	fmt.Println()
	fmt.Printf("%s %.2f\n", t.Canonical(), t.SharedTime(0, 1))
	// Output:
	// 3 groups at −log(1−t) = 0.916: cat dog; carp; pike eel;
	// ((0,1),(2,(3,4))) 0.70
}

func ExampleMatchLeaves() {
	t, _ := tree.ParseNewick([]byte("((Homo_sapiens:1,Pan:1):2,Gorilla:3);"))
	_, err := tree.MatchLeaves(t, []string{"Gorilla", "Pan", "Pongo"})
	fmt.Println(err)
	t, err = tree.MatchLeaves(t, []string{"Gorilla", "Pan", "Homo sapiens"})
	fmt.Println(t.Canonical(), err)
	// Output:
	// tree: the leaves do not match the rows of the table; rows without a leaf: "Pongo"; leaves without a row: "Homo_sapiens"; each row must share its name with exactly one leaf
	// (0,(1,2)) <nil>
}

func ExampleWriteNEXUS() {
	t, _ := tree.ParseNewick([]byte("((cat:.5,dog:.5)[&posterior=0.75]:.5,'electric eel':1);"))
	var b bytes.Buffer
	err := tree.WriteNEXUS(&b, "", []tree.NEXUSTree{{Name: "best", Tree: t, Weight: 1}},
		tree.LeafAnnotation{Name: "class", Values: []string{"mammal", "mammal", "fish"}})
	fmt.Print(b.String(), err)
	// Output:
	// #NEXUS
	// BEGIN TAXA;
	// 	DIMENSIONS NTAX=3;
	// 	TAXLABELS
	// 		cat
	// 		dog
	// 		'electric eel'
	// 	;
	// END;
	// BEGIN TREES;
	// 	TRANSLATE
	// 		1 cat,
	// 		2 dog,
	// 		3 'electric eel'
	// 	;
	// 	TREE best = [&W 1] [&R] (((1[&time=1,class="mammal"]:0.5,2[&time=1,class="mammal"]:0.5)[&posterior=0.75,time=0.5]:0.5,3[&time=1,class="fish"]:1)[&time=0]:0);
	// END;
	// <nil>
}
