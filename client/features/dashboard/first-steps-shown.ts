import { firstStepNames, type FirstSteps as Reply } from "../../../shared/overview/first-steps";
import { lazyPart } from "../../ui/feedback/lazy-parts";
import type { DashboardSearch } from "./dashboard-search";

const load = async () => (await import("./first-steps")).FirstSteps;

/** Most dashboards never show them, so their code loads separately. */
export const FirstSteps = lazyPart(load);

type Shown = { search: DashboardSearch; canAdd: boolean };

/** Members who may not take the steps see them only until there are readings. */
export function areStepsShown(steps: Reply | undefined, { search, canAdd }: Shown): steps is Reply {
	if (!steps) return false;
	if (search.steps === "yes") return canAdd;
	return !steps.isHidden && isUnfinished(steps) && (canAdd || !steps.done.reading);
}

function isUnfinished({ done }: Reply): boolean {
	return firstStepNames.some((name) => !done[name]);
}

/** Loads before the screen, which would move otherwise. If loading fails, the screen omits the steps. */
export async function loadFirstSteps(steps: Reply | undefined, search: DashboardSearch): Promise<void> {
	if (areStepsShown(steps, { search, canAdd: true })) await load().catch(() => {});
}
