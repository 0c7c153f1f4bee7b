import { StatusChip } from "./status-chip";

/** Whether something runs. */
export function SwitchChip({ isOn }: { isOn: boolean }) {
	return <StatusChip tone={isOn ? "ok" : "off"}>{isOn ? "On" : "Off"}</StatusChip>;
}
