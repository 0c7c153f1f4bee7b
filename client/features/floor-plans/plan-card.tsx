import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { minuteMs } from "../../../shared/base/durations";
import { readingOrder } from "../../../shared/device/plan-dot";
import { deviceList } from "../../api/device-list";
import { useRefreshInterval } from "../../api/live";
import classes from "../../floor-plan/floor-plans.module.css";
import { floorPlansOf } from "../../floor-plan/plan-calls";
import { PlanStage } from "../../floor-plan/plan-stage";
import { Select } from "../../ui/form/select";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { useTickingNow } from "../../ui/time/relative-time";
import { useValueStyle } from "../../ui/value-display";
import { t } from "../../words/made/floor-plans";
import { presentText } from "./dot-texts";

/** Shown on the dashboard of a group that has a plan. */
export function PlanCard({ groupId }: { groupId: string }) {
	const { data: plans = [] } = useQuery(floorPlansOf(groupId));
	const { data: devices } = useQuery({
		...deviceList(),
		enabled: plans.length > 0,
		refetchInterval: useRefreshInterval(),
	});
	const [planId, setPlanId] = useState<string | null>(null);
	const [pointedId, setPointedId] = useState<string | null>(null);
	const sheet = useRef<HTMLDivElement>(null);
	const now = useTickingNow(minuteMs);
	const style = useValueStyle();
	const plan = plans.find(({ id }) => id === planId) ?? plans[0];
	// biome-ignore lint/correctness/useExhaustiveDependencies: `style` decides how values read.
	const dots = useMemo(() => {
		const rows = new Map(devices?.map((device) => [device.id, device]));
		return readingOrder(plan?.devices ?? []).flatMap((placed) => {
			const row = rows.get(placed.deviceId);
			return row ? [{ ...placed, name: row.name, ...presentText(row, now) }] : [];
		});
	}, [plan?.devices, devices, now, style]);
	if (!plan || !devices) return null;
	return (
		<Card
			title={t("choose")}
			className={classes.wide}
			action={
				<TextLink to="/groups/$groupId" params={{ groupId }} search={{ view: "plans", plan: plan.id }}>
					{t("open")}
				</TextLink>
			}
		>
			<div className={classes.time}>
				{plans.length > 1 && (
					<Select
						label={t("choose")}
						data={plans.map(({ id, name }) => ({ value: id, label: name }))}
						value={plan.id}
						onChange={setPlanId}
					/>
				)}
				<PlanStage
					key={plan.id}
					plan={plan}
					dots={dots}
					pointedId={pointedId}
					pickedId={null}
					isMoving={false}
					sheet={sheet}
					onPoint={setPointedId}
				/>
			</div>
		</Card>
	);
}
