import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { queryClient } from "../../api/query-client";
import { session } from "../../api/session";
import { useConnection } from "../../api/use-connection";
import { appConstants } from "../../app-constants";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./notice.module.css";

/** Says that nobody answers, since when, and keeps asking; what is on screen stays. */
export function ConnectionNotice() {
	const router = useRouter();
	const { isLost, lastGoodAt } = useConnection();

	useEffect(() => {
		if (!isLost) return;
		const asking = setInterval(() => {
			void session.check();
			void queryClient.refetchQueries({ type: "active" });
		}, appConstants.reconnectEveryMs);
		return () => {
			clearInterval(asking);
			// Screens that failed meanwhile get their second chance without anybody asking for it.
			void router.invalidate();
		};
	}, [isLost, router]);

	return (
		<div role="status">
			{isLost && (
				<div className={classes.notice}>
					<span>
						<b>Backend unreachable, retrying.</b>{" "}
						{lastGoodAt !== null && (
							<>
								What you see was last confirmed <TimeStamp at={lastGoodAt} show="age" />. You stay signed in.
							</>
						)}
					</span>
				</div>
			)}
		</div>
	);
}
