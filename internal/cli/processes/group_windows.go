package processes

import (
	"errors"
	"fmt"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Group is a command with all processes that it starts. It is a job object. A process cannot leave
// its job, and all processes end with the job, even if assay itself is killed.
type Group struct {
	cmd *exec.Cmd
	job windows.Handle
}

// NewGroup prepares a command that has not been started. The command will start suspended, so that
// it starts no process before it is in the job.
func NewGroup(cmd *exec.Cmd) (*Group, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil, fmt.Errorf("create a job object for the command: %w", err)
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err != nil {
		return nil, fmt.Errorf("limit the job object of the command: %w", errors.Join(err, windows.CloseHandle(job)))
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP}
	return &Group{cmd, job}, nil
}

// started puts the command into the job and lets it run. If that fails, started kills the command,
// because assay could not end the processes that it starts.
func (g *Group) started() error {
	err := g.assign()
	if err == nil {
		err = resume(uint32(g.cmd.Process.Pid))
	}
	if err != nil {
		return fmt.Errorf("put the command into a job object: %w", errors.Join(err, g.cmd.Process.Kill()))
	}
	return nil
}

func (g *Group) assign() error {
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(g.cmd.Process.Pid))
	if err != nil {
		return err
	}
	return errors.Join(windows.AssignProcessToJobObject(g.job, process), windows.CloseHandle(process))
}

// resume resumes the threads of a suspended process. There is one.
func resume(pid uint32) error {
	snapshot, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return err
	}
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	found := false
	for err = windows.Thread32First(snapshot, &entry); err == nil; err = windows.Thread32Next(snapshot, &entry) {
		if entry.OwnerProcessID != pid {
			continue
		}
		found = true
		if err = resumeThread(entry.ThreadID); err != nil {
			break
		}
	}
	if errors.Is(err, windows.ERROR_NO_MORE_FILES) {
		err = nil
	}
	if err == nil && !found {
		err = errors.New("the process has no thread")
	}
	return errors.Join(err, windows.CloseHandle(snapshot))
}

func resumeThread(id uint32) error {
	thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, id)
	if err != nil {
		return err
	}
	_, err = windows.ResumeThread(thread)
	return errors.Join(err, windows.CloseHandle(thread))
}

// End asks the command to end, as Ctrl-Break does. This asks every process of its console. Without
// a console there is no way to ask, and End kills the job.
func (g *Group) End() error {
	if windows.GenerateConsoleCtrlEvent(windows.CTRL_BREAK_EVENT, uint32(g.cmd.Process.Pid)) == nil {
		return nil
	}
	return g.Kill()
}

// Kill kills every remaining process of the job.
func (g *Group) Kill() error { return windows.TerminateJobObject(g.job, 1) }

// Close releases the job. All processes in it end.
func (g *Group) Close() error { return windows.CloseHandle(g.job) }
