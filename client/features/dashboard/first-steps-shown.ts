import { firstStepNames, type FirstSteps as Reply } from "../../../shared/overview/first-steps";
import { lazyPart } from "../../ui/feedback/lazy-parts";
import type { DashboardSearch } from "./dashboard-search";

const load = async () => (await import("./first-steps")).FirstSteps;

/** Most dashboards never show them, so their code comes apart. */
export const FirstSteps = lazyPart(load);

type Shown = { search: DashboardSearch; canAdd: boolean };

/** Who may not take the steps sees them only until there are readings. */
export function areStepsShown(steps: Reply | undefined, { search, canAdd }: Shown): steps is Reply {
	if (!steps) return false;
	if (search.steps === "yes") return canAdd;
	return !steps.isHidden && isUnfinished(steps) && (canAdd || !steps.done.reading);
}

function isUnfinished({ done }: Reply): boolean {
	return firstStepNames.some((name) => !done[name]);
}

/** Before the screen, which would move when they come. Where that fails, it is shown without. */
export async function loadFirstSteps(steps: Reply | undefined, search: DashboardSearch): Promise<void> {
	if (areStepsShown(steps, { search, canAdd: true })) await load().catch(() => {});
}
