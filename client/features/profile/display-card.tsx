import { SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { Card } from "../../ui/layout/card";
import { storeTimeDisplayMode, useTimeDisplayMode } from "../../ui/time/time-display";
import classes from "./profile.module.css";

const schemes = [
	{ value: "light", label: "Light" },
	{ value: "dark", label: "Dark" },
	{ value: "auto", label: "As the system" },
] as const;
const timeModes = [
	{ value: "local", label: "Device time" },
	{ value: "current", label: "My time" },
] as const;

/** How this browser shows the console; kept in this browser alone. */
export function DisplayCard() {
	const { colorScheme, setColorScheme } = useMantineColorScheme();
	const timeMode = useTimeDisplayMode();
	return (
		<Card title="Display">
			<div className={classes.form}>
				<div className={classes.choice}>
					<span id="theme-label">Theme</span>
					<SegmentedControl
						aria-labelledby="theme-label"
						size="xs"
						value={colorScheme}
						onChange={setColorScheme}
						data={[...schemes]}
					/>
				</div>
				<div className={classes.choice}>
					<span id="times-label">Times</span>
					<SegmentedControl
						aria-labelledby="times-label"
						size="xs"
						value={timeMode}
						onChange={storeTimeDisplayMode}
						data={[...timeModes]}
					/>
				</div>
				<p className={classes.lead}>Kept in this browser.</p>
			</div>
		</Card>
	);
}
