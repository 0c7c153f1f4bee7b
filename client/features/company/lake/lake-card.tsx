import { Button, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import {
	dayName,
	type Lake,
	type LakeDays,
	type LakeNight,
	lakeLimits,
	SaveLake,
} from "../../../../shared/account/lake";
import { sentenceFor } from "../../../api/api-error";
import { lakeRecord } from "../../../api/later-queries";
import { justLoadedMs } from "../../../api/query-client";
import { startDownload } from "../../../api/start-download";
import { trpc, trpcClient } from "../../../api/trpc";
import { ActionDialog, NotSent, useRun } from "../../../forms/action-dialog";
import { useEntityForm } from "../../../forms/entity-form";
import { Callout } from "../../../ui/feedback/notes";
import { ButtonRow, FormFailure, PlainButton } from "../../../ui/form/buttons";
import { formatBytes } from "../../../ui/format";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layouts.module.css";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { parseDay } from "../../../ui/time/typed-moment";
import { rich, t } from "../../../words/made/lake";
import { FailedCard } from "../failed-card";
import lists from "../leaving/leaving.module.css";
import classes from "../sso/sso.module.css";
import { BucketPart } from "./bucket-part";
import { outcomeText } from "./lake-words";

const retryMs = 10_000;

/** Owners switch nightly Parquet files on, download them, and name a bucket of their own. */
export function LakeCard() {
	const queryClient = useQueryClient();
	const { data, isError } = useQuery({
		...lakeRecord(),
		staleTime: justLoadedMs,
		refetchInterval: ({ state }) => (state.data?.isRunning ? retryMs : false),
	});
	const changed = (lake: Lake) => queryClient.setQueryData(lakeRecord().queryKey, lake);
	if (isError) return <FailedCard title={t("title")} text={t("failed")} />;
	if (data === undefined) return null;
	return (
		<Card title={t("title")}>
			<div className={classes.body}>
				<p>{t("lead")}</p>
				{data.isOn && <LakeState lake={data} />}
				<SinceForm key={`${data.isOn} ${data.since?.getTime()}`} lake={data} onChanged={changed} />
				{data.lastNight && <Night night={data.lastNight} />}
				{data.days > 0 && <Days key={data.lastNight?.endedAt} />}
				{(data.isOn || data.bucket) && <BucketPart bucket={data.bucket} onChanged={changed} />}
			</div>
		</Card>
	);
}

function LakeState({ lake: { isRunning, nextNightAt, days, rows, bytes, waitingDays } }: { lake: Lake }) {
	return (
		<>
			<p role="status">
				{isRunning
					? t("state.running")
					: nextNightAt && rich("state.next", { time: <TimeStamp at={nextNightAt.getTime()} isFocusable /> })}{" "}
				{t("state.stored", { days, rows, size: formatBytes(bytes) })}
			</p>
			{waitingDays > 0 && <p>{t("state.waiting", { days: waitingDays, most: lakeLimits.oldDaysPerNight })}</p>}
		</>
	);
}

type SinceProps = { lake: Lake; onChanged: (lake: Lake) => void };

function SinceForm({ lake: { isOn, since }, onChanged }: SinceProps) {
	const [isOff, setIsOff] = useState(false);
	const saved = (lake: Lake) => {
		toast.success(t("saved"));
		onChanged(lake);
	};
	const { form, formProps, isSaving, failure } = useEntityForm<{ since: string }, SaveLake, Lake>({
		initialValues: { since: since?.toISOString().slice(0, 10) ?? "" },
		schema: SaveLake,
		toInput: ({ since: typed }) => ({ isOn: true, since: typed.trim() === "" ? null : dayTyped(typed) }),
		save: (input) => trpcClient.account.saveLake.mutate(input),
		onSaved: saved,
	});
	return (
		<>
			<form {...formProps} className={classes.claim}>
				<TextInput
					label={t("since")}
					description={t("since.help")}
					placeholder={t("since.example")}
					autoComplete="off"
					{...form.getInputProps("since")}
					error={form.errors.since && t("since.invalid")}
				/>
				<FormFailure failure={failure} />
				<ButtonRow>
					<Button type="submit" loading={isSaving} variant={isOn ? "default" : "filled"}>
						{isOn ? t("since.change") : t("on")}
					</Button>
					{isOn && (
						<Button color="red" variant="outline" onClick={() => setIsOff(true)}>
							{t("off")}
						</Button>
					)}
				</ButtonRow>
			</form>
			{/* Outside of the form: its own submit would reach this one, and switch the files on again. */}
			{isOff && (
				<ActionDialog
					title={t("off.title")}
					label={t("off")}
					isDangerous
					run={async () => saved(await trpcClient.account.saveLake.mutate({ isOn: false, since: null }))}
					onClose={() => setIsOff(false)}
				>
					<p>{t("off.what")}</p>
				</ActionDialog>
			)}
		</>
	);
}

/** NaN: no day, which the schema rejects at the field. */
function dayTyped(typed: string): number {
	return Date.parse(parseDay(typed, new Date().getUTCFullYear()) ?? "");
}

function Night({ night }: { night: LakeNight }) {
	const { endedAt, days, rows, bytes, failedDays, problem, bucket } = night;
	const when = { time: <TimeStamp at={endedAt} isFocusable />, days, rows, size: formatBytes(bytes) };
	return (
		<section className={classes.part} aria-label={t("night")}>
			<h3>{t("night")}</h3>
			<p>{rich("night.when", when)}</p>
			{failedDays > 0 && <Callout tone="warn">{t("night.failed", { days: failedDays })}</Callout>}
			{problem !== null && <Callout tone="bad">{t(`night.${problem}`)}</Callout>}
			{bucket !== null && bucket.kind !== "ok" && <Callout tone="bad">{outcomeText(bucket)}</Callout>}
		</section>
	);
}

function Days() {
	const [before, setBefore] = useState<number[]>([]);
	return (
		<section className={classes.part} aria-label={t("days")}>
			<h3>{t("days")}</h3>
			<DaysPage before={undefined} onMore={(day) => setBefore([day])} isLast={before.length === 0} />
			{before.map((day, index) => (
				<DaysPage
					key={day}
					before={day}
					isLast={index === before.length - 1}
					onMore={(next) => setBefore([...before, next])}
				/>
			))}
		</section>
	);
}

type PageProps = { before: number | undefined; isLast: boolean; onMore: (day: number) => void };

function DaysPage({ before, isLast, onMore }: PageProps) {
	const { data, isError } = useQuery(trpc.account.getLakeDays.queryOptions(before === undefined ? {} : { before }));
	if (isError) return <Callout tone="bad">{t("failed")}</Callout>;
	if (data === undefined) return null;
	const oldest = data.days.at(-1)?.day;
	return (
		<>
			<ul className={`${layout.plain} ${lists.archives}`}>
				{data.days.map((day) => (
					<DayRow key={day.day} {...day} />
				))}
			</ul>
			{isLast && data.hasMore && oldest !== undefined && (
				<ButtonRow>
					<PlainButton onClick={() => onMore(oldest)}>{t("days.more")}</PlainButton>
				</ButtonRow>
			)}
		</>
	);
}

function DayRow({ day, rows, files }: LakeDays["days"][number]) {
	const { isBusy, error, run } = useRun();
	const download = (part: string) =>
		run(async () => {
			const denial = await startDownload(`/api/files/${part}?day=${day}`);
			if (denial !== null) throw new NotSent(t(denial.httpStatus === 404 ? "days.gone" : "days.notNow"));
		});
	return (
		<li>
			<b>{dayName(day)}</b>
			<span className={lists.quiet}>{t("days.rows", { rows })}</span>
			{files.map(({ part, bytes }, index) => (
				<PlainButton key={part} size="sm" disabled={isBusy} onClick={() => void download(part)}>
					{files.length === 1
						? t("days.one", { size: formatBytes(bytes) })
						: t("days.part", { number: index + 1, size: formatBytes(bytes) })}
				</PlainButton>
			))}
			<FormFailure failure={error instanceof NotSent ? error.sentence : error === null ? null : sentenceFor(error)} />
		</li>
	);
}
