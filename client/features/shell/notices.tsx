import { Button } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { isOutage, readFailure } from "../../api/api-error";
import { useConnection } from "../../api/connection";
import { onDetourLeft } from "../../api/error-funnel";
import { failureSentences } from "../../api/failure-sentences";
import { queryClient } from "../../api/query-client";
import { session } from "../../api/session";
import { appConstants } from "../../base/app-constants";
import { TimeStamp } from "../../ui/time/time-stamp";
import { retryNow } from "./error-screens";
import { reloadForNewVersion, useNewVersion } from "./new-version";
import classes from "./notices.module.css";

const signedOutToast = "signed-out";

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
			// Screens that failed meanwhile load again by themselves.
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

/** Only for signed-in screens: the others lose nothing when a session ends. */
export function useSignedOutNotice(): void {
	useEffect(() => onDetourLeft(tellSignedOut), []);
}

let stopListening = () => {};

/** In a new tab, so that what is typed here is kept. */
function SignInLink() {
	return (
		<a href="/login" target="_blank" rel="noreferrer">
			Sign in (opens a new tab)
		</a>
	);
}

/** Shown where going to sign-in would lose typed input. Removed once a call succeeds. */
async function tellSignedOut(): Promise<void> {
	try {
		// Loaded here, so that the frame does not wait for the code of toasts.
		const { toast } = await import("sonner");
		toast.error(failureSentences.SIGNED_OUT, {
			id: signedOutToast,
			duration: Number.POSITIVE_INFINITY,
			action: <SignInLink />,
		});
		stopListening();
		stopListening = queryClient.getQueryCache().subscribe((event) => {
			if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
			stopListening();
			toast.dismiss(signedOutToast);
		});
	} catch {
		// The form reports it when it is sent, and the watch for new versions has seen the failed load.
	}
}
