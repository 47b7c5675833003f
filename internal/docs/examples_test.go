package docs

import (
	"bytes"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rhysd/actionlint"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

func example(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "examples", "ci", name))
	require.NoError(t, err)
	return text
}

func TestGitHubWorkflowIsSound(t *testing.T) {
	linter, err := actionlint.NewLinter(io.Discard, &actionlint.LinterOptions{})
	require.NoError(t, err)
	found, err := linter.Lint("github-actions.yml", example(t, "github-actions.yml"), nil)
	require.NoError(t, err)
	require.Empty(t, found)
}

// TestTheActionIsSound has actionlint read the action with a workflow that uses it, and
// refuse an input that it does not have.
func TestTheActionIsSound(t *testing.T) {
	action, err := os.ReadFile("../../action.yml")
	require.NoError(t, err)
	folder := t.TempDir()
	workflows := filepath.Join(folder, ".github", "workflows")
	require.NoError(t, os.MkdirAll(workflows, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "action.yml"), action, 0o644))
	for input, problems := range map[string]int{"base-url": 0, "base-ulr": 1} {
		workflow := "on: push\njobs:\n  certify:\n    runs-on: ubuntu-latest\n    steps:\n" +
			"      - uses: ./\n        id: assay\n        with: {" + input + ": https://sandbox.example}\n" +
			"      - run: echo ${{ steps.assay.outputs.verdict }}\n"
		path := filepath.Join(workflows, "use.yml")
		require.NoError(t, os.WriteFile(path, []byte(workflow), 0o644))
		project, err := actionlint.NewProject(folder)
		require.NoError(t, err)
		linter, err := actionlint.NewLinter(io.Discard, &actionlint.LinterOptions{})
		require.NoError(t, err)
		found, err := linter.LintFile(path, project)
		require.NoError(t, err)
		require.Len(t, found, problems, "%v", found)
	}
	var steps struct {
		Runs struct{ Steps []struct{ Run string } }
	}
	require.NoError(t, yaml.Unmarshal(action, &steps))
	for _, step := range steps.Runs.Steps {
		read(t, "bash", step.Run)
	}
}

// gitLabJob is what a job of our example may say; another key is a mistake.
type gitLabJob struct {
	Stage     string   `yaml:"stage"`
	When      string   `yaml:"when"`
	Timeout   string   `yaml:"timeout"`
	Parallel  int      `yaml:"parallel"`
	Needs     []string `yaml:"needs"`
	Script    []string `yaml:"script"`
	Artifacts struct {
		When    string            `yaml:"when"`
		Paths   []string          `yaml:"paths"`
		Reports map[string]string `yaml:"reports"`
	} `yaml:"artifacts"`
}

type gitLab struct {
	Stages  []string `yaml:"stages"`
	Default struct {
		Image  string   `yaml:"image"`
		Before []string `yaml:"before_script"`
	} `yaml:"default"`
	Variables map[string]string    `yaml:"variables"`
	Jobs      map[string]gitLabJob `yaml:",inline"`
}

// TestGitLabPipelineIsSound looks at the shape only: keys, stages and needs.
func TestGitLabPipelineIsSound(t *testing.T) {
	var pipeline gitLab
	strictly(t, example(t, "gitlab-ci.yml"), &pipeline)
	require.NotEmpty(t, pipeline.Jobs)
	for name, job := range pipeline.Jobs {
		require.Contains(t, pipeline.Stages, job.Stage, name)
		require.NotEmpty(t, job.Script, name)
		require.Subset(t, slices.Collect(maps.Keys(pipeline.Jobs)), job.Needs, name)
		shell(t, strings.Join(job.Script, "\n"))
	}
}

// strictly decodes one document; a key that the value does not have is an error.
func strictly(t *testing.T, text []byte, into any) {
	t.Helper()
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	require.NoError(t, decoder.Decode(into))
}

// shell has a shell read a script, and run nothing of it.
func shell(t *testing.T, script string) {
	t.Helper()
	read(t, "sh", script)
}

// read has the shell of that name read a script.
func read(t *testing.T, program, script string) {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("there is no %s here to read the scripts", program)
	}
	cmd := exec.Command(path, "-n")
	cmd.Stdin = strings.NewReader(script)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s\n%s", out, script)
}

// job is what a Kubernetes Job of our example may say.
type job struct {
	APIVersion string            `yaml:"apiVersion"`
	Kind       string            `yaml:"kind"`
	Metadata   map[string]string `yaml:"metadata"`
	Spec       struct {
		Suspend        bool   `yaml:"suspend"`
		CompletionMode string `yaml:"completionMode"`
		Completions    int    `yaml:"completions"`
		Parallelism    int    `yaml:"parallelism"`
		BackoffLimit   *int   `yaml:"backoffLimit"`
		Deadline       int    `yaml:"activeDeadlineSeconds"`
		Template       struct {
			Spec struct {
				RestartPolicy string      `yaml:"restartPolicy"`
				Containers    []container `yaml:"containers"`
				Volumes       []struct {
					Name  string            `yaml:"name"`
					Claim map[string]string `yaml:"persistentVolumeClaim"`
				} `yaml:"volumes"`
			} `yaml:"spec"`
		} `yaml:"template"`
	} `yaml:"spec"`
}

type container struct {
	Name    string   `yaml:"name"`
	Image   string   `yaml:"image"`
	Command []string `yaml:"command"`
	Args    []string `yaml:"args"`
	Env     []struct {
		Name  string `yaml:"name"`
		Value string `yaml:"value"`
		From  struct {
			Secret *struct{ Name, Key string } `yaml:"secretKeyRef"`
			Field  *struct {
				Path string `yaml:"fieldPath"`
			} `yaml:"fieldRef"`
		} `yaml:"valueFrom"`
	} `yaml:"env"`
	Mounts []struct {
		Name string `yaml:"name"`
		Path string `yaml:"mountPath"`
	} `yaml:"volumeMounts"`
}

// TestKubernetesJobsAreSound looks at the shape only: keys, volumes, scripts.
func TestKubernetesJobsAreSound(t *testing.T) {
	decoder := yaml.NewDecoder(bytes.NewReader(example(t, "kubernetes.yaml")))
	decoder.KnownFields(true)
	var names []string
	for {
		var one job
		err := decoder.Decode(&one)
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		names = append(names, one.Metadata["name"])
		soundJob(t, one)
	}
	require.Equal(t, []string{"conformance", "conformance-verdict"}, names)
}

func soundJob(t *testing.T, one job) {
	t.Helper()
	require.Equal(t, "batch/v1 Job", one.APIVersion+" "+one.Kind)
	require.Contains(t, []string{"Never", "OnFailure"}, one.Spec.Template.Spec.RestartPolicy)
	require.NotNil(t, one.Spec.BackoffLimit)
	for _, c := range one.Spec.Template.Spec.Containers {
		require.Len(t, c.Mounts, 1)
		require.Equal(t, one.Spec.Template.Spec.Volumes[0].Name, c.Mounts[0].Name)
		if len(c.Command) > 0 {
			shell(t, c.Args[0])
		}
	}
}
