import { SegmentedControl } from "@mantine/core";
import { storeTimeDisplayMode, useTimeDisplayMode } from "../../ui/time/time-display";

const modes = [
	{ value: "local", label: "Device time" },
	{ value: "current", label: "My time" },
] as const;

export function TimeSwitch({ isWide = false }: { isWide?: boolean }) {
	const mode = useTimeDisplayMode();
	return (
		<SegmentedControl
			aria-label="Times are shown in"
			size="xs"
			fullWidth={isWide}
			value={mode}
			onChange={storeTimeDisplayMode}
			data={[...modes]}
		/>
	);
}
