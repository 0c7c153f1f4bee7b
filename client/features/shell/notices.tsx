import { Button } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { isOutage, readFailure } from "../../api/api-error";
import { useConnection } from "../../api/connection";
import { queryClient } from "../../api/query-client";
import { session } from "../../api/session";
import { appConstants } from "../../base/app-constants";
import { TimeStamp } from "../../ui/time/time-stamp";
import { retryNow } from "./error-screens";
import { reloadForNewVersion, useNewVersion } from "./new-version";
import classes from "./notices.module.css";

export function ConnectionNotice() {
	const router = useRouter();
	const { isLost, isLate, failure, lastGoodAt } = useConnection();
	const isUpdating = readFailure(failure).reason === "UPDATE_UNDER_WAY";

	useEffect(() => {
		if (!isLost) return;
		const asking = setInterval(() => {
			void session.check();
			void queryClient.refetchQueries({ type: "active", predicate: ({ meta }) => !meta?.isKeptInOutage });
		}, appConstants.reconnectEveryMs);
		return () => {
			clearInterval(asking);
			void router.invalidate();
			void queryClient.refetchQueries({ type: "active", predicate: ({ state }) => isOutage(state.error) });
		};
	}, [isLost, router]);

	return (
		<div role="status">
			{(isLost || isLate) && (
				<div className={classes.notice}>
					<span>
						<b>
							{!isLost && "AQLCloud has not answered yet."}
							{isLost && (isUpdating ? "AQLCloud is being updated; retrying." : "Can't reach AQLCloud; retrying.")}
						</b>{" "}
						{isLost && lastGoodAt !== null && (
							<>
								What you see was last confirmed <TimeStamp at={lastGoodAt} show="age" />. You stay signed in.
							</>
						)}
					</span>
					<Button size="compact-sm" variant="default" onClick={() => retryNow(router)}>
						Try again
					</Button>
				</div>
			)}
		</div>
	);
}

export function NewVersionNotice() {
	const state = useNewVersion();
	return (
		<div role="status">
			{(state === "offered" || state === "menuMissing") && (
				<div className={classes.notice} data-tone="brand">
					<span>
						<b>{state === "offered" ? "New version." : "This menu could not be loaded."}</b> Save or copy what you
						typed, then reload to continue.
					</span>
					<Button size="compact-sm" onClick={reloadForNewVersion}>
						Reload
					</Button>
				</div>
			)}
		</div>
	);
}
