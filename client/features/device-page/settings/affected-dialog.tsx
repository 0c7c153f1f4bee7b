import { useQuery } from "@tanstack/react-query";
import type { Certificate } from "../../../../shared/device/certificate";
import type { Device } from "../../../../shared/device/device";
import { sentenceFor } from "../../../api/api-error";
import { trpc } from "../../../api/trpc";
import { EventLink } from "../../../entities/entity-links";
import { Dialog } from "../../../ui/feedback/dialog";
import { LoadingIndicator } from "../../../ui/feedback/loading";
import layout from "../../../ui/layout/layouts.module.css";
import { TextLink } from "../../../ui/layout/link";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { dayText } from "../../../ui/time/typed-moment";
import { t } from "../../../words/made/certificates";
import classes from "./settings.module.css";

type AffectedDialogProps = { device: Device; certificate: Certificate; onClose: () => void };

export function AffectedDialog({ device, certificate, onClose }: AffectedDialogProps) {
	const requested = { certificateId: certificate.id };
	const { data, error } = useQuery(trpc.device.getAffectedByCertificate.queryOptions(requested));
	const until = dayText(certificate.calibratedOn);
	return (
		<Dialog isOpen onClose={onClose} title={t("affected.title")}>
			{error !== null && <p className={layout.error}>{sentenceFor(error)}</p>}
			{data === undefined && error === null && <LoadingIndicator />}
			{data && (
				<>
					<p>
						{data.since === null
							? t("affected.always", { until })
							: t("affected.since", { since: dayText(data.since), until })}{" "}
						{t("affected.marksNone")}
					</p>
					<h3>{t("affected.runs", { count: data.runs.length })}</h3>
					<ul className={classes.uses}>
						{data.runs.map(({ id, reportId, reportName, from, to }) => (
							<li key={id}>
								<TextLink to="/reports/edit/$reportId" params={{ reportId }} search={{ tab: "runs" }}>
									{reportName}
								</TextLink>{" "}
								<TimeStamp at={from} clock={device} isFocusable /> – <TimeStamp at={to} clock={device} isFocusable />
							</li>
						))}
					</ul>
					<h3>{t("affected.events", { count: data.events.length })}</h3>
					<ul className={classes.uses}>
						{data.events.map(({ id, ruleName, startedAt }) => (
							<li key={id}>
								<EventLink id={id}>{ruleName}</EventLink> <TimeStamp at={startedAt} clock={device} isFocusable />
							</li>
						))}
					</ul>
					{data.isMore && <p className={layout.wrappedNote}>{t("affected.more")}</p>}
				</>
			)}
		</Dialog>
	);
}
