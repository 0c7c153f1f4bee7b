import { Textarea, TextInput } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { ownValue } from "../../../shared/base/own-value";
import { isBeyond, isOutOfLimits } from "../../../shared/round/hand-value";
import type { ListedRoundPlace, Round, RoundResult, RoundSinceLast } from "../../../shared/round/round";
import { roundState } from "../../../shared/round/round-state";
import { readFailure, sentenceFor } from "../../api/api-error";
import { roundSinceLast } from "../../api/later-queries";
import { trpcClient } from "../../api/trpc";
import { useRun } from "../../forms/action-dialog";
import { typedNumber } from "../../forms/typed-setting";
import { FormFailure, PlainButton } from "../../ui/form/buttons";
import { GuardedButton } from "../../ui/form/guarded-button";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { digitsText } from "../../ui/value-display";
import { t } from "../../words/made/rounds";
import { limitsText, timeText, valueText } from "./round-labels";
import classes from "./rounds.module.css";
import { useRefreshRounds } from "./use-refresh-rounds";

type DoRoundProps = { round: Round; denial: string | null; now: number };

export function DoRound({ round, denial, now }: DoRoundProps) {
	const { current } = roundState(round, now);
	const { data: since } = useQuery(roundSinceLast(round.id));
	const done = current && !current.isOver ? current.done : new Set<string>();
	return (
		<Card title={t("do")} note={<span className={layout.note}>{t("do.help")}</span>}>
			{current?.isDone && !current.isOver && (
				<p role="status" className={layout.padded}>
					{t("allDone")}
				</p>
			)}
			<ul className={classes.places}>
				{round.places.map((place) => (
					<PlaceToCheck
						key={place.id}
						round={round}
						place={place}
						since={since?.find(({ placeId }) => placeId === place.id)}
						isDone={done.has(place.id)}
						denial={denial}
					/>
				))}
			</ul>
		</Card>
	);
}

type PlaceProps = {
	round: Round;
	place: ListedRoundPlace;
	since: RoundSinceLast[number] | undefined;
	isDone: boolean;
	denial: string | null;
};

type Draft = { id: string; typed: Record<string, string>; reason: string };

const newDraft = (): Draft => ({ id: crypto.randomUUID(), typed: {}, reason: "" });

function PlaceToCheck({ round, place, since, isDone, denial }: PlaceProps) {
	const { zone } = round;
	const last = since?.last ?? null;
	const [isAgain, setIsAgain] = useState(false);
	const isOpen = !isDone || isAgain;
	return (
		<li className={`${layout.part} ${classes.place}`} data-done={isDone || undefined}>
			<div className={classes.placeHead}>
				<h3>{place.name}</h3>
				{isDone && <IconCheck size={18} aria-hidden="true" />}
			</div>
			<p className={layout.note}>
				{last ? t("last", { time: timeText(last.at, zone), name: last.by }) : since && t("last.never")}
			</p>
			{isOpen ? (
				<CheckForm
					round={round}
					place={place}
					results={since?.results ?? []}
					denial={denial}
					onStored={() => setIsAgain(false)}
				/>
			) : (
				<PlainButton className={classes.seen} onClick={() => setIsAgain(true)}>
					{t("again")}
				</PlainButton>
			)}
		</li>
	);
}

type CheckFormProps = Pick<PlaceProps, "round" | "place" | "denial"> & { results: RoundResult[]; onStored: () => void };

/** The draft keeps its id until it is stored, so that a lost response stores no second entry. */
function CheckForm({ round, place, results, denial, onStored }: CheckFormProps) {
	const refresh = useRefreshRounds();
	const { isBusy, error, run } = useRun();
	const [draft, setDraft] = useState(newDraft);
	const [errors, setErrors] = useState<Record<string, string>>({});
	const byHand = place.checks.filter((check) => check.kind === "hand");
	const typedValue = (checkId: string) => {
		const value = typedNumber(ownValue(draft.typed, checkId) ?? "");
		return Number.isNaN(value) ? null : value;
	};
	const isOut = results.some(isOutOfLimits) || byHand.some((check) => isBeyond(check, typedValue(check.id)));
	const needsReason = isOut || errors.reason !== undefined || draft.reason !== "";
	const change = (changes: Partial<Draft>) => {
		setDraft((before) => ({ ...before, ...changes }));
		setErrors({});
	};
	const store = async () => {
		const faults: Record<string, string> = {};
		for (const { id } of byHand)
			if ((ownValue(draft.typed, id) ?? "").trim() !== "" && typedValue(id) === null)
				faults[id] = t("notANumber", { example: digitsText("4.2") });
		const isMissing = byHand.some(({ id }) => (ownValue(draft.typed, id) ?? "").trim() === "");
		if ((isOut || isMissing) && draft.reason.trim() === "") faults.reason = t("reason.help");
		setErrors(faults);
		if (Object.keys(faults).length > 0) return;
		const values = byHand.map(({ id: checkId }) => ({ checkId, value: typedValue(checkId) }));
		const now = Date.now();
		const entry = { id: draft.id, roundId: round.id, placeId: place.id, readAt: now, sentAt: now };
		await trpcClient.round.addEntry.mutate({ ...entry, values, reason: draft.reason });
		toast.success(t("stored", { name: place.name }));
		setDraft(newDraft());
		onStored();
		await refresh();
	};
	const { reason } = error === null ? { reason: undefined } : readFailure(error).fields;
	const failure = error === null || reason !== undefined ? null : sentenceOf(error);
	return (
		<>
			{results.map((result) => (
				<SinceLastLine key={result.checkId} result={result} zone={round.zone} />
			))}
			{place.checks.some((check) => check.kind === "readings" && check.deviceId === null) && (
				<p className={layout.note}>{t("deviceGone")}</p>
			)}
			{byHand.map((check) => (
				<TextInput
					key={check.id}
					label={check.unit === "" ? check.name : `${check.name} (${check.unit})`}
					description={limitsText(check) === "" ? undefined : t("limits", { limits: limitsText(check) })}
					inputMode="decimal"
					autoComplete="off"
					size="md"
					value={ownValue(draft.typed, check.id) ?? ""}
					error={ownValue(errors, check.id)}
					onChange={({ currentTarget: { value } }) => change({ typed: { ...draft.typed, [check.id]: value } })}
				/>
			))}
			{needsReason && (
				<Textarea
					label={t("reason")}
					maxLength={500}
					value={draft.reason}
					error={errors.reason ?? reason}
					onChange={({ currentTarget: { value } }) => change({ reason: value })}
				/>
			)}
			{failure !== null && <FormFailure failure={failure} />}
			<GuardedButton
				denial={denial}
				look="primary"
				size="md"
				className={classes.seen}
				isLoading={isBusy}
				label={`${t(byHand.length === 0 ? "seen" : "save.place")}: ${place.name}`}
				onClick={() => void run(store)}
			>
				{t(byHand.length === 0 ? "seen" : "save.place")}
			</GuardedButton>
		</>
	);
}

function sentenceOf(error: unknown): string {
	return Object.values(readFailure(error).fields).join(" ") || sentenceFor(error);
}

function SinceLastLine({ result, zone }: { result: RoundResult; zone: string }) {
	if (result.kind === "hand") return null;
	const { name, unit, lowest, highest, from, to } = result;
	const limits = limitsText(result);
	return (
		<p className={classes.result}>
			{name}:{" "}
			{lowest === null || highest === null ? (
				t("noReadings")
			) : (
				<>
					{t("lowest")} <strong data-out={isBeyond(result, lowest) || undefined}>{valueText(lowest, unit)}</strong>,{" "}
					{t("highest")} <strong data-out={isBeyond(result, highest) || undefined}>{valueText(highest, unit)}</strong>{" "}
					{t("sinceLast", { time: timeText(from, zone) })}.{" "}
					{isOutOfLimits(result) && <strong data-out>{t("out")}. </strong>}
					<span className={layout.note}>
						{t("newest", { time: timeText(to - 1, zone) })}.{limits !== "" && ` ${t("limits", { limits })}`}
					</span>
				</>
			)}
		</p>
	);
}
