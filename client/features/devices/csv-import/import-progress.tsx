import { Button } from "@mantine/core";
import classes from "./device-import.module.css";

type ImportProgressProps = { done: number; total: number; isStopping: boolean; onStop: () => void };

/** How far it is. Stopping waits for the call that is under way, so that no key of it is lost. */
export function ImportProgress({ done, total, isStopping, onStop }: ImportProgressProps) {
	return (
		<div className={classes.progress}>
			<progress aria-label="Devices added" value={done} max={total} />
			<span>
				{done.toLocaleString("en-US")} of {total.toLocaleString("en-US")}
			</span>
			<Button
				variant="default"
				size="compact-md"
				// Not `disabled`: who pressed it by keyboard keeps their place.
				data-disabled={isStopping || undefined}
				aria-disabled={isStopping || undefined}
				onClick={isStopping ? undefined : onStop}
			>
				Stop
			</Button>
			<span role="status" className={classes.stopping}>
				{isStopping && "Stopping as soon as the devices already sent are added."}
			</span>
		</div>
	);
}
