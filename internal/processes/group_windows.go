package processes

import (
	"errors"
	"fmt"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Group is a command with all that it starts: a job object. What is in a job stays
// in it, and all of it ends with the job, also when assay itself is ended.
type Group struct {
	cmd *exec.Cmd
	job windows.Handle
}

// NewGroup prepares a command that is not started yet. It is started suspended, so
// that it starts nothing before it is in the job.
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

// started puts the command into the job and lets it run. A command that cannot be
// put there is ended: what it starts could not be.
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

// resume lets the threads of a suspended process run: there is one.
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

// End asks the command to end, as Ctrl-Break does: all that shares its console is
// asked. Where there is no console there is no way to ask, and the job is ended.
func (g *Group) End() error {
	if windows.GenerateConsoleCtrlEvent(windows.CTRL_BREAK_EVENT, uint32(g.cmd.Process.Pid)) == nil {
		return nil
	}
	return g.Kill()
}

// Kill ends every process of the job that is left.
func (g *Group) Kill() error { return windows.TerminateJobObject(g.job, 1) }

// Close lets go of the job: what is still in it ends.
func (g *Group) Close() error { return windows.CloseHandle(g.job) }
