// Package clusters keeps the clusters that the user has saved, and lets the user change them.
package clusters

import (
	"encoding/json"
	"slices"
	"time"

	"example.org/espalier/inference/cluster"
	fit "example.org/espalier/inference/job"

	"fyne.io/fyne/v2"
)

// Preferences of clusters.
const (
	prefList = "clusters"        // those that the user has saved, as JSON
	prefOn   = "clusters.run.on" // the name of the one that runs start on; "" for this machine
)

// How often a fit on a cluster saves its state, and publishes its present result.
const (
	saveEvery    = 30 * time.Second
	pictureEvery = 5 * time.Second
)

// Saved is a cluster as the preferences keep it.
type Saved struct {
	Name      string `json:"name"`
	Folder    string `json:"folder"`
	Submit    string `json:"submit"`
	Queue     string `json:"queue"`
	Cancel    string `json:"cancel"`
	Program   string `json:"program,omitempty"`
	Partition string `json:"partition,omitempty"`
}

// New has the commands of Slurm and nothing else.
func New() Saved { return Saved{Submit: "sbatch", Queue: "squeue", Cancel: "scancel"} }

// Cluster returns the runner of fits on it.
func (c Saved) Cluster(version string) cluster.Cluster {
	return cluster.Cluster{Name: c.Name, Folder: c.Folder, Version: version, Here: fit.Local{Version: version},
		Commands: cluster.Commands{Submit: c.Submit, Queue: c.Queue, Cancel: c.Cancel},
		Request: cluster.Request{Program: c.Program, Partition: c.Partition, Threads: 1, ArraySize: 1, Checkpoint: saveEvery,
			Pictures: pictureEvery}}
}

// A Book keeps clusters in the preferences.
type Book struct{ Preferences fyne.Preferences }

// List returns the clusters that the user has saved.
func (b Book) List() (list []Saved) {
	if json.Unmarshal([]byte(b.Preferences.String(prefList)), &list) != nil {
		return nil // there are none, or a newer version wrote them
	}
	return list
}

// Keep saves the clusters.
func (b Book) Keep(list []Saved) {
	text, _ := json.Marshal(list) // of texts alone
	b.Preferences.SetString(prefList, string(text))
}

// Choose keeps where runs start: on a cluster by its name, or "" for this machine.
func (b Book) Choose(name string) { b.Preferences.SetString(prefOn, name) }

// Clusters returns the runners of fits on each cluster, and the number of the one that runs start on, −1 for this
// machine.
func (b Book) Clusters(version string) (list []cluster.Cluster, on int) {
	for _, c := range b.List() {
		list = append(list, c.Cluster(version))
	}
	name := b.Preferences.String(prefOn)
	return list, slices.IndexFunc(list, func(c cluster.Cluster) bool { return name != "" && c.Name == name })
}
