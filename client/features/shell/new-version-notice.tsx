import { Button } from "@mantine/core";
import { reloadForNewVersion, useNewVersion } from "./new-version";
import classes from "./notice.module.css";

/** Shown instead of reloading while a form holds what somebody typed. */
export function NewVersionNotice() {
	const isOffered = useNewVersion() === "offered";
	return (
		<div role="status">
			{isOffered && (
				<div className={classes.notice} data-tone="brand">
					<span>
						<b>New version.</b> Save or copy what you typed, then reload to go on with it.
					</span>
					<Button size="compact-sm" onClick={reloadForNewVersion}>
						Reload
					</Button>
				</div>
			)}
		</div>
	);
}
