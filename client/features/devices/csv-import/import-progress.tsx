import { Button } from "@mantine/core";
import classes from "./device-import.module.css";

type ImportProgressProps = { done: number; total: number; onStop: () => void };

/** How far it is. Stopping waits for the call that is under way, so that no key of it is lost. */
export function ImportProgress({ done, total, onStop }: ImportProgressProps) {
	return (
		<div className={classes.progress}>
			<progress aria-label="Devices added" value={done} max={total} />
			<span>
				{done.toLocaleString("en-US")} of {total.toLocaleString("en-US")}
			</span>
			<Button variant="default" size="compact-md" onClick={onStop}>
				Stop
			</Button>
		</div>
	);
}
