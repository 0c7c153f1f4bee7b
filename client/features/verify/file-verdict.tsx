import type { VerifiedFile } from "../../../shared/report/verify-file";
import { Outcome } from "../../ui/layout/outcome";
import classes from "./verify.module.css";

type FileVerdictProps = { name: string | null; sha256: string; file: VerifiedFile | null };

export function FileVerdict({ name, sha256, file }: FileVerdictProps) {
	return (
		<>
			{file === null ? <NotKnown /> : file.kind === "printed" ? <PrintedVerdict file={file} /> : <Known {...file} />}
			<dl className={classes.facts}>
				{name !== null && (
					<>
						<dt>File</dt>
						<dd dir="auto">{name}</dd>
					</>
				)}
				<dt>SHA-256</dt>
				<dd className={classes.digits}>{sha256}</dd>
			</dl>
		</>
	);
}

type KnownFile = Exclude<VerifiedFile, { kind: "printed" }>;

const kinds: Record<KnownFile["kind"], string> = {
	report: "Report file",
	edition: "Signed copy",
	certificate: "Certificate of signatures",
};

function Known({ kind, ...file }: KnownFile) {
	const { companyName, productName, madeAt } = file;
	return (
		<Outcome tone="ok" title="Unchanged">
			<p className={classes.what}>{kinds[kind]}</p>
			<p>
				This is byte for byte the {kinds[kind].toLowerCase()} that <bdi>{productName}</bdi> made for{" "}
				<bdi>{companyName}</bdi> on {momentText(madeAt)}.
			</p>
			<Later {...file} />
		</Outcome>
	);
}

type Times = Pick<VerifiedFile, "signedAt" | "revisedAt">;

function Later({ signedAt, revisedAt }: Times) {
	return (
		<>
			{signedAt !== null && (
				<p>Signed since, last on {momentText(signedAt)}. The newest signed copy says by whom and how.</p>
			)}
			{revisedAt !== null && (
				<p>Revised since: more data of its period arrived by {momentText(revisedAt)}. Ask for a newer report.</p>
			)}
		</>
	);
}

function PrintedVerdict({ file }: { file: Extract<VerifiedFile, { kind: "printed" }> }) {
	const { companyName, productName, madeAt, printed } = file;
	return (
		<Outcome tone="ok" title="This report was made here">
			<p className={classes.what}>
				Printed report of <bdi>{companyName}</bdi>
			</p>
			<p>
				This checksum stands on the first page of a report that <bdi>{productName}</bdi> made on {momentText(madeAt)}.
				Its page says:
			</p>
			<dl className={classes.facts}>
				<dt>Verdict</dt>
				<dd className={classes.sentence}>{printed.sentence}</dd>
				<dt>Report</dt>
				<dd dir="auto">{printed.reportName}</dd>
				<dt>Period</dt>
				<dd>{printed.periodText}</dd>
				<dt>Run</dt>
				<dd className={classes.digits}>{printed.runId}</dd>
			</dl>
			<p>
				If your paper says anything else, it is not this report. A code can be copied onto another paper: to be sure of
				every figure, get the file and check it above.
			</p>
			<Later {...file} />
		</Outcome>
	);
}

function NotKnown() {
	return (
		<Outcome tone="bad" title="Changed, or not made here">
			<p>No file with these exact bytes was made here. That can mean:</p>
			<ul>
				<li>It was changed, even if it was only opened and saved again.</li>
				<li>It was made by another console, or is no report.</li>
				<li>The account that made it was closed.</li>
			</ul>
			<p>Ask whoever gave it to you for the original file.</p>
		</Outcome>
	);
}

/** UTC, so that every reader of a file reads the same. */
function momentText(at: number): string {
	const text = new Date(at).toISOString();
	return `${text.slice(0, 10)}, ${text.slice(11, 16)} UTC`;
}
