import type { ReactNode } from "react";
import type { VerifiedFile } from "../../../shared/report/verify-file";
import { Outcome } from "../../ui/layout/outcome";
import { rich, t } from "../../words/made/verify";
import classes from "./verify.module.css";

type FileVerdictProps = { name: string | null; sha256: string; file: VerifiedFile | null };

export function FileVerdict({ name, sha256, file }: FileVerdictProps) {
	return (
		<>
			{file === null ? <NotKnown /> : file.kind === "printed" ? <PrintedVerdict file={file} /> : <Known {...file} />}
			<dl className={classes.facts}>
				{name !== null && (
					<>
						<dt>{t("file")}</dt>
						<dd dir="auto">{name}</dd>
					</>
				)}
				<dt>{t("sha256")}</dt>
				<dd className={classes.digits}>{sha256}</dd>
			</dl>
		</>
	);
}

const bdi = (text: ReactNode) => <bdi>{text}</bdi>;

type KnownFile = Exclude<VerifiedFile, { kind: "printed" }>;

function Known({ kind, ...file }: KnownFile) {
	const { companyName, productName, madeAt } = file;
	return (
		<Outcome tone="ok" title={t("unchanged")}>
			<p className={classes.what}>{t("kind", { kind })}</p>
			<p>{rich("made", { kind, product: productName, company: companyName, moment: momentText(madeAt), bdi })}</p>
			<Later {...file} />
		</Outcome>
	);
}

type Times = Pick<VerifiedFile, "signedAt" | "revisedAt">;

function Later({ signedAt, revisedAt }: Times) {
	return (
		<>
			{signedAt !== null && <p>{t("signedSince", { moment: momentText(signedAt) })}</p>}
			{revisedAt !== null && <p>{t("revisedSince", { moment: momentText(revisedAt) })}</p>}
		</>
	);
}

function PrintedVerdict({ file }: { file: Extract<VerifiedFile, { kind: "printed" }> }) {
	const { companyName, productName, madeAt, printed } = file;
	return (
		<Outcome tone="ok" title={t("printed.title")}>
			<p className={classes.what}>
				{rich("printed.company", { bdi: (text) => <bdi>{text}</bdi>, company: companyName })}
			</p>
			<p>
				{rich("printed.lead", { bdi: (text) => <bdi>{text}</bdi>, product: productName, moment: momentText(madeAt) })}
			</p>
			<dl className={classes.facts}>
				<dt>{t("printed.verdict")}</dt>
				<dd className={classes.sentence}>{printed.sentence}</dd>
				<dt>{t("printed.report")}</dt>
				<dd dir="auto">{printed.reportName}</dd>
				<dt>{t("printed.period")}</dt>
				<dd>{printed.periodText}</dd>
				<dt>{t("printed.run")}</dt>
				<dd className={classes.digits}>{printed.runId}</dd>
			</dl>
			<p>{t("printed.otherwise")}</p>
			<Later {...file} />
		</Outcome>
	);
}

function NotKnown() {
	return (
		<Outcome tone="bad" title={t("unknown")}>
			<p>{t("unknown.lead")}</p>
			<ul>
				<li>{t("unknown.changed")}</li>
				<li>{t("unknown.elsewhere")}</li>
				<li>{t("unknown.closed")}</li>
			</ul>
			<p>{t("unknown.ask")}</p>
		</Outcome>
	);
}

/** UTC, so that every reader of a file reads the same. */
function momentText(at: number): string {
	const text = new Date(at).toISOString();
	return `${text.slice(0, 10)}, ${text.slice(11, 16)} UTC`;
}
