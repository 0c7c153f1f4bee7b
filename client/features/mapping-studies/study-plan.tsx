import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { readingOrder } from "../../../shared/device/plan-dot";
import type { MappingStudy } from "../../../shared/report/mapping-study";
import type { CriterionState, PositionResult, StudyFigures } from "../../../shared/report/study-view";
import planClasses from "../../floor-plan/floor-plans.module.css";
import { floorPlansOf } from "../../floor-plan/plan-calls";
import { PlanStage, type ShownDot } from "../../floor-plan/plan-stage";
import { Select } from "../../ui/form/select";
import layout from "../../ui/layout/layouts.module.css";
import { formatSpan } from "../../ui/time/relative-time";
import { t as inPlans } from "../../words/made/floor-plans";
import { t } from "../../words/made/mapping-study";
import classes from "./mapping-studies.module.css";
import { measuredText } from "./study-values";

const shownValues = ["mean", "lowest", "highest", "outside"] as const;
type ShownValue = (typeof shownValues)[number];

const states: CriterionState[] = ["failed", "open", "passed"];

type StudyPlanProps = {
	groupId: string;
	study: Pick<MappingStudy, "planId" | "unit">;
	figures: StudyFigures;
};

export function StudyPlan({ groupId, study: { planId, unit }, figures }: StudyPlanProps) {
	const { data: plans, isError } = useQuery(floorPlansOf(groupId));
	const [shown, setShown] = useState<ShownValue>("mean");
	const [pointedId, setPointedId] = useState<string | null>(null);
	const sheet = useRef<HTMLDivElement>(null);
	const { positions, decimals } = figures;
	const dots = useMemo(() => {
		const placed = positions.flatMap(({ at, ...position }) =>
			// A device can have two positions: its channels.
			at === null ? [] : [{ ...at, ...position, deviceId: position.channelId }],
		);
		return readingOrder(placed).map((position): ShownDot => {
			const { deviceId, x, y, name, state, marks } = position;
			const value = valueText(position, shown, { unit, decimals });
			const named = position.stillMs === null ? marks : [...marks, "still" as const];
			const age = named.map((mark) => t(`mark.${mark}`)).join(", ");
			return { deviceId, x, y, name, state, value, age, isNamed: named.length > 0 };
		});
	}, [positions, shown, unit, decimals]);
	const plan = plans?.find(({ id }) => id === planId);
	if (!plan) {
		if (!plans && !isError) return <p role="status">{t("reading")}</p>;
		return <p>{t(plans ? "plan.gone" : "plan.failed")}</p>;
	}
	const beside = positions.filter(({ at }) => at === null).map(({ name }) => name);
	const pointed = positions.find(({ channelId }) => channelId === pointedId);
	return (
		<div className={classes.plan}>
			<Select
				label={t("plan.value")}
				value={shown}
				data={shownValues.map((value) => ({ value, label: t(`value.${value}`) }))}
				onChange={setShown}
			/>
			<PlanStage
				plan={plan}
				dots={dots}
				pointedId={pointedId}
				pickedId={null}
				isMoving={false}
				sheet={sheet}
				onPoint={setPointedId}
			/>
			<ul className={planClasses.legend} aria-label={t("legend")}>
				{states.map((state) => (
					<li key={state} data-state={state}>
						<span className={planClasses.shape} aria-hidden="true" />
						{inPlans(`state.${state}`)}
					</li>
				))}
			</ul>
			<p className={classes.pointed}>{pointed ? positionText(pointed, { unit, decimals }) : t("point")}</p>
			{beside.length > 0 && (
				<p className={layout.note}>{t("plan.beside", { count: beside.length, names: beside.join(", ") })}</p>
			)}
		</div>
	);
}

type Figures = Pick<PositionResult, "mean" | "lowest" | "highest" | "outMs" | "readings">;
type Form = { unit: string; decimals: number };

function valueText({ outMs, readings, ...position }: Figures, shown: ShownValue, { unit, decimals }: Form): string {
	if (shown === "outside") return outMs === null || readings === 0 ? "" : formatSpan(outMs);
	const value = position[shown];
	return value === null ? "" : measuredText(value, unit, decimals + 1);
}

function positionText(position: PositionResult, form: Form): string {
	const { name, state, marks, stillMs } = position;
	const values = shownValues.flatMap((shown) => {
		const value = valueText(position, shown, form);
		return value === "" ? [] : [`${t(`value.${shown}`)}: ${value}`];
	});
	return [
		`${name}: ${inPlans(`state.${state}`)}`,
		...marks.map((mark) => t(`mark.${mark}`)),
		...values,
		...(stillMs === null ? [] : [t("still", { length: formatSpan(stillMs) })]),
	].join(" · ");
}
