import { Button } from "@mantine/core";
import { IconHandMove, IconHistory, IconMap2, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { can } from "../../../shared/account/permissions";
import { minuteMs } from "../../../shared/base/durations";
import type { DeviceListRow } from "../../../shared/device/device";
import {
	type FloorPlan,
	type FloorPlanPosition,
	floorPlanLimits,
	positionMost,
} from "../../../shared/device/floor-plan";
import type { Group } from "../../../shared/device/group";
import { dotReading, dotStatesFromWorst, readingOrder } from "../../../shared/device/plan-dot";
import { useAccount } from "../../api/account";
import { trpcClient } from "../../api/trpc";
import { ShareButton } from "../../device-actions/share/share-button";
import classes from "../../floor-plan/floor-plans.module.css";
import { floorPlansOf, usePlaceDevice } from "../../floor-plan/plan-calls";
import { focusDot, PlanStage, type ShownDot } from "../../floor-plan/plan-stage";
import { ActionDialog } from "../../forms/action-dialog";
import { EmptyNote } from "../../ui/feedback/notes";
import { Select } from "../../ui/form/select";
import { Card } from "../../ui/layout/card";
import { BackLink } from "../../ui/layout/detail";
import layout from "../../ui/layout/layouts.module.css";
import { PageHead } from "../../ui/layout/page-head";
import { useTickingNow } from "../../ui/time/relative-time";
import { useValueStyle } from "../../ui/value-display";
import { t } from "../../words/made/floor-plans";
import { pastText, presentText } from "./dot-texts";
import { PlanDialog } from "./plan-form";
import { PlanTime, quarterMs, usePlanDay } from "./plan-time";
import { PointedCard } from "./pointed-card";
import { UnplacedList } from "./unplaced-list";

/** `at`: epoch ms of a past quarter of an hour. */
type FloorPlanSearch = { plan?: string | undefined; at?: string | undefined };

type FloorPlanScreenProps = {
	group: Group;
	devices: DeviceListRow[];
	search: FloorPlanSearch;
	onSearch: (change: FloorPlanSearch) => void;
};

export function FloorPlanScreen({ group, devices, search, onSearch }: FloorPlanScreenProps) {
	const { data: plans } = useSuspenseQuery(floorPlansOf(group.id));
	const queryClient = useQueryClient();
	const { me } = useAccount();
	const mayEdit = can(me.role, "editGroups");
	const [question, setQuestion] = useState<"add" | "change" | "remove" | null>(null);
	const plan = plans.find(({ id }) => id === search.plan) ?? plans[0];
	const refresh = () => queryClient.invalidateQueries({ queryKey: floorPlansOf(group.id).queryKey });
	const close = () => setQuestion(null);
	const add = mayEdit && plans.length < floorPlanLimits.perGroup && (
		<Button leftSection={<IconPlus size={16} stroke={1.7} />} onClick={() => setQuestion("add")}>
			{t("form.add")}
		</Button>
	);
	return (
		<>
			<PageHead title={group.name} subtitle={t("subtitle", { count: plans.length })}>
				<BackLink to={`/groups/${group.id}`}>{group.name}</BackLink>
				{mayEdit && plan && (
					<>
						<Button
							variant="default"
							leftSection={<IconPencil size={16} stroke={1.7} />}
							onClick={() => setQuestion("change")}
						>
							{t("form.edit")}
						</Button>
						<Button
							variant="default"
							leftSection={<IconTrash size={16} stroke={1.7} />}
							onClick={() => setQuestion("remove")}
						>
							{t("remove")}
						</Button>
					</>
				)}
				{plan && add}
			</PageHead>
			{plan ? (
				<OpenPlan
					key={plan.id}
					plan={plan}
					plans={plans}
					devices={devices}
					mayEdit={mayEdit}
					mayShare={can(me.role, "editKeys")}
					{...{ search, onSearch }}
				/>
			) : (
				<Card>
					<EmptyNote icon={<IconMap2 size={28} stroke={1.5} />} title={t("none")} text={t("none.text")}>
						{add}
					</EmptyNote>
				</Card>
			)}
			{(question === "add" || (question === "change" && plan)) && (
				<PlanDialog
					groupId={group.id}
					plans={plans}
					plan={question === "change" ? (plan ?? null) : null}
					onClose={close}
					onSaved={(saved) => {
						queryClient.setQueryData(floorPlansOf(group.id).queryKey, (known = []) =>
							known.some(({ id }) => id === saved.id)
								? known.map((each) => (each.id === saved.id ? saved : each))
								: [...known, saved],
						);
						close();
						onSearch({ plan: saved.id });
						void refresh();
					}}
				/>
			)}
			{question === "remove" && plan && (
				<ActionDialog
					isDangerous
					isQuestion
					title={t("remove.question", { plan: plan.name })}
					label={t("remove")}
					run={async () => {
						await trpcClient.group.removeFloorPlan.mutate({ planId: plan.id });
						await refresh();
					}}
					onClose={close}
				>
					<p>{t("remove.text", { count: plan.devices.length })}</p>
				</ActionDialog>
			)}
		</>
	);
}

/** Buildings, each before its rooms. */
function planChoices(plans: readonly FloorPlan[]) {
	const tops = plans.filter(({ parentId }) => parentId === null);
	return tops.flatMap(({ id, name }) => [
		{ value: id, label: name },
		...plans
			.filter(({ parentId }) => parentId === id)
			.map((room) => ({ value: room.id, label: t("room", { building: name, room: room.name }) })),
	]);
}

type OpenPlanProps = {
	plan: FloorPlan;
	plans: readonly FloorPlan[];
	devices: DeviceListRow[];
	mayEdit: boolean;
	mayShare: boolean;
	search: FloorPlanSearch;
	onSearch: (change: FloorPlanSearch) => void;
};

function OpenPlan({ plan, plans, devices, mayEdit, mayShare, search, onSearch }: OpenPlanProps) {
	const sheet = useRef<HTMLDivElement>(null);
	const [pointedId, setPointedId] = useState<string | null>(null);
	const [pickedId, setPickedId] = useState<string | null>(null);
	const [wantedId, setWantedId] = useState<string | null>(null);
	const [isMoving, setIsMoving] = useState(false);
	const now = useTickingNow(minuteMs);
	const style = useValueStyle();
	const at = timeIn(search.at);
	const { pastOf, ...day } = usePlanDay(plan, at);
	const place = usePlaceDevice();
	const rows = useMemo(() => new Map(devices.map((device) => [device.id, device])), [devices]);
	const members = useMemo(
		() => devices.filter(({ groupIds }) => groupIds.includes(plan.groupId)),
		[devices, plan.groupId],
	);
	// biome-ignore lint/correctness/useExhaustiveDependencies: `style` decides how values read.
	const dots = useMemo(
		() =>
			readingOrder(plan.devices).flatMap((placed): ShownDot[] => {
				const row = rows.get(placed.deviceId);
				if (!row) return [];
				const shown = at === null ? presentText(row, now) : pastText(pastOf(placed.deviceId));
				return [{ ...placed, name: row.name, ...shown }];
			}),
		[plan.devices, rows, at, pastOf, now, style],
	);
	const unplaced = useMemo(() => {
		const placed = new Set(plan.devices.map(({ deviceId }) => deviceId));
		return members.filter(({ id }) => !placed.has(id));
	}, [members, plan.devices]);
	const pointed = dots.find(({ deviceId }) => deviceId === pointedId) ?? null;
	const pointedRow = pointedId === null ? null : (rows.get(pointedId) ?? null);
	const move = (deviceId: string, position: FloorPlanPosition | null) => {
		const device = rows.get(deviceId);
		if (device) void place({ plan, device, position });
	};
	const takeOff = (deviceId: string) => {
		setPickedId(null);
		setPointedId(null);
		move(deviceId, null);
		sheet.current?.parentElement?.focus();
	};
	const placing = useRef(place);
	useEffect(() => {
		placing.current = place;
	});
	const placeFromList = useCallback(
		(device: DeviceListRow, position: FloorPlanPosition | null) => {
			const middle = { x: Math.round(positionMost / 2), y: Math.round(positionMost / 2) };
			void placing.current({ plan, device, position: position ?? middle });
			if (position === null) setWantedId(device.id);
		},
		[plan],
	);
	// The dot is on the plan once the list of plans has been changed.
	const isThere = wantedId !== null && dots.some(({ deviceId }) => deviceId === wantedId);
	useEffect(() => {
		if (!isThere || wantedId === null) return;
		setPickedId(wantedId);
		focusDot(sheet.current, wantedId);
		setWantedId(null);
	}, [isThere, wantedId]);
	const seek = useCallback(
		(instant: number | null) => onSearch({ at: instant === null ? undefined : String(instant) }),
		[onSearch],
	);
	const takeMoving = useCallback((next: boolean) => {
		setIsMoving(next);
		setPickedId(null);
	}, []);
	return (
		<div className={classes.screen}>
			<div className={classes.main}>
				<PlanBar
					{...{ plan, plans, mayEdit, mayShare, isMoving, onSearch, seek }}
					isPast={at !== null}
					onMoving={takeMoving}
				/>
				{at !== null && (
					<Card>
						<PlanTime at={at} isLoading={day.isLoading} isError={day.isError} onAt={seek} />
					</Card>
				)}
				<PlanStage
					plan={plan}
					dots={dots}
					pointedId={pointedId}
					pickedId={pickedId}
					isMoving={isMoving}
					sheet={sheet}
					onPoint={setPointedId}
					onPick={setPickedId}
					onMove={move}
					onOff={takeOff}
				/>
				<Legend isPast={at !== null} />
				{isMoving && <p className={`${layout.note} ${classes.note}`}>{t("move.text")}</p>}
			</div>
			<div className={classes.side}>
				<PointedCard
					dot={pointed}
					device={pointed && pointedRow}
					quantity={pointedRow ? (dotReading(pointedRow)?.quantity ?? null) : null}
					isPicked={pickedId !== null}
					onOff={isMoving && pointed ? () => takeOff(pointed.deviceId) : null}
				/>
				<UnplacedList devices={unplaced} isMoving={isMoving} sheet={sheet} onPlace={placeFromList} />
			</div>
		</div>
	);
}

type PlanBarProps = Pick<OpenPlanProps, "plan" | "plans" | "mayEdit" | "onSearch"> & {
	mayShare: boolean;
	isPast: boolean;
	isMoving: boolean;
	seek: (at: number | null) => void;
	onMoving: (isMoving: boolean) => void;
};

/** Not drawn again while the pointer or focus moves over the plan. */
const PlanBar = memo(function PlanBar(props: PlanBarProps) {
	const { plan, plans, mayEdit, mayShare, isPast, isMoving, onSearch, seek, onMoving } = props;
	return (
		<div className={classes.bar}>
			<Select
				label={t("choose")}
				data={planChoices(plans)}
				value={plan.id}
				onChange={(planId) => onSearch({ plan: planId })}
			/>
			<Button
				variant={isPast ? "light" : "default"}
				aria-pressed={isPast}
				leftSection={<IconHistory size={16} stroke={1.7} />}
				onClick={() => seek(isPast ? null : lastQuarter())}
			>
				{t("time")}
			</Button>
			{mayEdit && (
				<Button
					variant={isMoving ? "light" : "default"}
					aria-pressed={isMoving}
					leftSection={<IconHandMove size={16} stroke={1.7} />}
					onClick={() => onMoving(!isMoving)}
				>
					{t("move")}
				</Button>
			)}
			{mayShare && <ShareButton target={{ kind: "plan", planId: plan.id }} label={t("share")} size="sm" />}
		</div>
	);
});

const Legend = memo(function Legend({ isPast }: { isPast: boolean }) {
	const states = isPast ? (["alert", "acknowledged", "past", "none"] as const) : dotStatesFromWorst;
	return (
		<ul className={`${layout.plain} ${classes.legend}`} aria-label={t("legend")}>
			{states.map((state) => (
				<li key={state} data-state={state}>
					<span className={classes.shape} aria-hidden="true" />
					{t(`state.${state}`)}
				</li>
			))}
		</ul>
	);
});

function timeIn(text: string | undefined): number | null {
	const at = Number(text);
	return text === undefined || !Number.isSafeInteger(at) || at <= 0 || at > Date.now() ? null : at - (at % quarterMs);
}

/** The newest whole quarter. */
function lastQuarter(): number {
	return Math.floor(Date.now() / quarterMs - 1) * quarterMs;
}
