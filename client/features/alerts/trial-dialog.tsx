import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import type { Alert, ChangedAlert, CreateAlert } from "../../../shared/alert/alert";
import type { DeviceListRow } from "../../../shared/device/device";
import { trpcClient } from "../../api/trpc";
import { eventValue } from "../../entities/alert-event";
import { useOpenedLate } from "../../ui/feedback/lazy-parts";
import { ButtonRow, PlainButton } from "../../ui/form/buttons";
import layout from "../../ui/layout/layouts.module.css";
import { TimeStamp } from "../../ui/time/time-stamp";
import { t } from "../../words/made/alerts";
import classes from "./alerts.module.css";

type TrialQuestion = {
	changed: ChangedAlert;
	condition: CreateAlert["rule"]["condition"];
	onAnswer: (isConfirmed: boolean) => void;
};

export function useTrial() {
	const [question, setQuestion] = useState<TrialQuestion | null>(null);
	const confirm = async (input: CreateAlert, base: Alert | null) => {
		if (base === null) return true;
		const change = { ...input, alertId: base.id, version: base.version, isTrial: true };
		const changed = await trpcClient.alert.updateAlert.mutate(change);
		if (changed.ended.length === 0) return true;
		return new Promise<boolean>((resolve) => {
			setQuestion({
				changed,
				condition: input.rule.condition,
				onAnswer: (isConfirmed) => {
					setQuestion(null);
					resolve(isConfirmed);
				},
			});
		});
	};
	return { confirm, question };
}

type TrialDialogProps = TrialQuestion & { devices: DeviceListRow[] };

export function TrialDialog({ changed: { ended, confirmed, kept }, onAnswer, ...of }: TrialDialogProps) {
	const count = ended.length;
	return (
		<Modal
			opened={useOpenedLate(true)}
			onClose={() => onAnswer(false)}
			title={t("trial.title", { count })}
			size={480}
			closeOnClickOutside={false}
		>
			<div className={layout.fields}>
				<p className={layout.text}>{t("trial.lead", { count })}</p>
				<ul className={classes.ended} aria-label={t("trial.ends")}>
					{ended.map(({ reason, ...event }) => (
						<li key={event.eventId}>
							<Compared {...of} event={event} label={t(`trial.${reason}`)} />
						</li>
					))}
				</ul>
				{kept > 0 && (
					<p className={layout.text}>
						{confirmed.length > 0 ? t("trial.keptThese", { count: kept }) : t("trial.kept", { count: kept })}
					</p>
				)}
				{confirmed.length > 0 && (
					<ul className={classes.ended} aria-label={t("trial.staysOpen")}>
						{confirmed.map((event) => (
							<li key={event.eventId}>
								<Compared {...of} event={event} label={t("trial.stillSo")} />
							</li>
						))}
					</ul>
				)}
				<ButtonRow>
					<PlainButton onClick={() => onAnswer(false)} data-autofocus>
						{t("cancel")}
					</PlainButton>
					<Button onClick={() => onAnswer(true)}>{t("trial.do", { count })}</Button>
				</ButtonRow>
			</div>
		</Modal>
	);
}

type ComparedProps = Pick<TrialDialogProps, "condition" | "devices"> & {
	event: ChangedAlert["confirmed"][number];
	label: string;
};

function Compared({ event: { deviceId, last }, label, condition, devices }: ComparedProps) {
	const device = devices.find(({ id }) => id === deviceId);
	return (
		<>
			{device?.name ?? t("trial.severalDevices")}: {label}
			{last && (
				<>
					{" "}
					({eventValue({ condition }, last.value)}, <TimeStamp at={last.at} clock={device ?? null} />)
				</>
			)}
		</>
	);
}
