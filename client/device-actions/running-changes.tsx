import { useQuery } from "@tanstack/react-query";
import type { BulkProgress } from "../../shared/device/device-inputs";
import { bulkProgress } from "../api/queries";
import { countText } from "../ui/format";
import { t } from "../words/made/device";
import classes from "./actions.module.css";
import { isRunning } from "./long-changes";

const progressEveryMs = 1_000;

/** The user's own bulk changes, polled while one runs or may begin. */
export function useBulkProgress({ isExpected }: { isExpected: boolean }): BulkProgress[] {
	const { data = [] } = useQuery({
		...bulkProgress(),
		refetchInterval: ({ state }) => (isExpected || (state.data ?? []).some(isRunning) ? progressEveryMs : false),
	});
	return data.filter(isRunning);
}

export function RunningChanges() {
	const running = useBulkProgress({ isExpected: false });
	return running.map((change, index) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: a change has no name here, and the oldest stays the first
		<p key={index} className={classes.running}>
			{t("running", { progress: howFarText(change) })}
		</p>
	));
}

export function howFarText({ done, total }: Pick<BulkProgress, "done" | "total">): string {
	return t("running.progress", { done: countText(done), total });
}
