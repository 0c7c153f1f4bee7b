import { type ReactNode, Suspense } from "react";
import type { FirstSteps as FirstStepsResponse } from "../../../shared/overview/first-steps";
import { Tiles } from "../../entities/tiles";
import { lazyPart } from "../../ui/feedback/lazy-parts";
import { t } from "../../words/made/first-screen";
import classes from "./dashboard.module.css";
import { FirstSteps } from "./first-steps-shown";
import { Headline } from "./headline";
import type { LowerCardsProps } from "./lower-cards";

/** Their code loads after head and tiles, below which nothing moves. */
const LowerCards = lazyPart(
	async () => (await import("./lower-cards")).LowerCards,
	() => <p className={classes.whole}>{t("rest.failed")}</p>,
);

const TileKinetic = lazyPart(async () => (await import("./lower-cards")).TileKinetic);

type FleetOverviewProps = LowerCardsProps & {
	steps: FirstStepsResponse | null;
	canAdd: boolean;
	onSteps: (isShown: boolean) => void;
	plan: ReactNode;
};

export function FleetOverview({ steps, canAdd, onSteps, plan, ...shown }: FleetOverviewProps) {
	const { overview } = shown;
	const { tiles, devices, groupId } = overview;
	return (
		<div className={classes.grid}>
			{(devices > 0 || groupId !== null) && <Headline overview={overview} />}
			{tiles && tiles.length > 0 && <Tiles tiles={tiles} devices={devices} groupId={groupId} Kinetic={TileKinetic} />}
			{steps && (
				<Suspense>
					<FirstSteps steps={steps} canAdd={canAdd} onHide={() => onSteps(false)} />
				</Suspense>
			)}
			<Suspense>
				<LowerCards {...shown} />
				{/* A part that comes with a chosen group would hide the cards around it, and take their focus. */}
				<Suspense>{plan}</Suspense>
			</Suspense>
		</div>
	);
}
