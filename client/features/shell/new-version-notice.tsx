import { Button } from "@mantine/core";
import { reloadForNewVersion, useNewVersion } from "./new-version";
import classes from "./notice.module.css";

/** Shown instead of reloading while a form holds what somebody typed, or where a menu needs the reload. */
export function NewVersionNotice() {
	const state = useNewVersion();
	return (
		<div role="status">
			{(state === "offered" || state === "menuMissing") && (
				<div className={classes.notice} data-tone="brand">
					<span>
						<b>{state === "offered" ? "New version." : "This menu could not be loaded."}</b> Save or copy what you
						typed, then reload to go on with it.
					</span>
					<Button size="compact-sm" onClick={reloadForNewVersion}>
						Reload
					</Button>
				</div>
			)}
		</div>
	);
}
