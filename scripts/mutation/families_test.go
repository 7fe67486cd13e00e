package main

import (
	"os"
	"strings"
	"testing"
)

// Every folder of models has its models, and each stands alone or with the others of its folder.
func TestFamilies(t *testing.T) {
	for folder, want := range map[string]string{"pca": "pca|spca", "lineargaussian": "ibp", "vbmfa": "vbmfa|mlmfa",
		"nsfa": "nsfa|sfa|fa|afa|fok|bfrm"} {
		got := map[string]bool{}
		for _, name := range strings.Split(families()[folder], "|") {
			got[name] = true
		}
		for _, name := range strings.Split(want, "|") {
			if !got[name] {
				t.Errorf("the models of %s are %q, without %s", folder, families()[folder], name)
			}
		}
	}
	folders, err := os.ReadDir("../../inference/model")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		if f.IsDir() && f.Name() != "classify" && families()[f.Name()] == "" { // which classifies by the models of the others
			t.Errorf("%s has no models", f.Name())
		}
	}
}
