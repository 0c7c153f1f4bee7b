import { Button } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { minuteMs } from "../../../shared/base/durations";
import {
	alertAt,
	type FloorPlan,
	floorPlanLimits,
	type PastAlert,
	type PlanDay,
	type PlanDayLine,
	planDaySteps,
	unpackSteps,
} from "../../../shared/device/floor-plan";
import { trpc } from "../../api/trpc";
import classes from "../../floor-plan/floor-plans.module.css";
import { MomentField } from "../../ui/form/moment-field";
import layout from "../../ui/layout/layouts.module.css";
import { instantText, shownOffsetMinutes, viewerZone } from "../../ui/time/time-display";
import { parseMoment, yearNow } from "../../ui/time/typed-moment";
import { instantOf } from "../../ui/time/wall-time";
import { t } from "../../words/made/floor-plans";

export const quarterMs = 15 * minuteMs;
const playMs = 350;

export type PastValue = Pick<PlanDayLine, "name" | "quantity" | "unit" | "decimals"> & {
	value: number | null;
	alert: PastAlert | null;
};

/** The viewer's day of `at`: its first quarter, as epoch ms. */
export function dayStart(at: number): number {
	return new Date(at).setHours(0, 0, 0, 0);
}

/** Null: not known yet, or now. */
export function usePlanDay(plan: FloorPlan | undefined, at: number | null) {
	const from = at === null ? 0 : dayStart(at);
	const parts = useMemo(() => {
		const ids = (plan?.devices ?? []).map(({ deviceId }) => deviceId).sort();
		const each = floorPlanLimits.devicesPerDay;
		return Array.from({ length: Math.ceil(ids.length / each) }, (_, part) => ids.slice(part * each, (part + 1) * each));
	}, [plan?.devices]);
	const days = useQueries({
		queries: parts.map((deviceIds) => ({
			...trpc.group.getPlanDay.queryOptions({ planId: plan?.id ?? "", from, deviceIds }),
			enabled: at !== null && plan !== undefined,
		})),
		combine: together,
	});
	const byDevice = useMemo(
		() =>
			new Map(days.lines.map((line) => [line.deviceId, { ...line, values: unpackSteps(line.steps, line.decimals) }])),
		[days.lines],
	);
	const step = at === null ? 0 : Math.floor((at - from) / quarterMs);
	const { isLoading, isError } = days;
	const pastOf = useCallback(
		(deviceId: string): PastValue | null => {
			const line = byDevice.get(deviceId);
			return line ? { ...line, value: line.values[step] ?? null, alert: alertAt(line.alerts, step) } : null;
		},
		[byDevice, step],
	);
	return { isLoading, isError, pastOf };
}

/** Outside the hook: a stable function keeps its result while the responses are the same. */
function together(results: { data?: PlanDay | undefined; isLoading: boolean; isError: boolean }[]) {
	return {
		lines: results.flatMap(({ data }) => data?.lines ?? []),
		isLoading: results.some(({ isLoading }) => isLoading),
		isError: results.some(({ isError }) => isError),
	};
}

type PlanTimeProps = { at: number; isLoading: boolean; isError: boolean; onAt: (at: number | null) => void };

export function PlanTime({ at, isLoading, isError, onAt }: PlanTimeProps) {
	const from = dayStart(at);
	const step = Math.floor((at - from) / quarterMs);
	const last = Math.min(planDaySteps - 1, Math.floor((Date.now() - from) / quarterMs));
	const [isPlaying, setIsPlaying] = useState(false);
	const [typed, setTyped] = useState<string | null>(null);
	const mayGoOn = isPlaying && step < last && !isLoading;
	useEffect(() => {
		if (!mayGoOn) return;
		const timer = setTimeout(() => onAt(at + quarterMs), playMs);
		return () => clearTimeout(timer);
	}, [mayGoOn, at, onAt]);
	const text = instantText(at, shownOffsetMinutes(at, null, "current"));
	const goTo = () => {
		const moment = typed === null ? null : parseMoment(typed, yearNow(viewerZone));
		const instant = moment === null ? null : instantOf(viewerZone, moment);
		if (instant === null || instant > Date.now()) return;
		setTyped(null);
		onAt(Math.floor(instant / quarterMs) * quarterMs);
	};
	return (
		<div className={classes.time}>
			<div className={layout.row}>
				<Button
					variant="default"
					leftSection={isPlaying ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
					onClick={() => {
						if (!isPlaying && step >= last) onAt(from);
						setIsPlaying(!isPlaying);
					}}
				>
					{isPlaying && step < last ? t("time.pause") : t("time.play")}
				</Button>
				<b>{text}</b>
				<Button variant="subtle" onClick={() => onAt(null)}>
					{t("time.now")}
				</Button>
			</div>
			<input
				type="range"
				aria-label={t("time.slider")}
				aria-valuetext={text}
				min={0}
				max={last}
				value={Math.min(step, last)}
				onChange={({ currentTarget }) => onAt(from + Number(currentTarget.value) * quarterMs)}
			/>
			<div className={layout.row}>
				<MomentField
					label={t("time.other")}
					description={t("time.other.text")}
					zone={viewerZone}
					minutesStep={15}
					value={typed ?? text}
					onChange={setTyped}
				/>
				<Button variant="default" disabled={typed === null} onClick={goTo}>
					{t("time.show")}
				</Button>
			</div>
			<p role="status">{isError ? t("time.failed") : isLoading ? t("time.loading") : t("time.note")}</p>
		</div>
	);
}
