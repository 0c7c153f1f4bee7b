import type { VerifiedFile } from "../../../shared/report/verify-file";
import { capitalized } from "../../ui/format";
import { Outcome } from "../../ui/layout/outcome";
import classes from "./verify.module.css";

type FileVerdictProps = { name: string | null; sha256: string; file: VerifiedFile | null };

export function FileVerdict({ name, sha256, file }: FileVerdictProps) {
	return (
		<>
			{file === null ? <NotKnown /> : <Known file={file} />}
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

const kinds: Record<VerifiedFile["kind"], string> = {
	report: "report file",
	edition: "signed copy",
	certificate: "certificate of signatures",
};

function Known({ file }: { file: VerifiedFile }) {
	const { companyName, productName, kind, madeAt, revisedAt, signedAt } = file;
	return (
		<Outcome tone="ok" title="Unchanged">
			<p className={classes.what}>{capitalized(kinds[kind])}</p>
			<p>
				This is byte for byte the {kinds[kind]} that <bdi>{productName}</bdi> made for <bdi>{companyName}</bdi> on{" "}
				{momentText(madeAt)}.
			</p>
			{signedAt !== null && (
				<p>Signed since, last on {momentText(signedAt)}. The newest signed copy says by whom and how.</p>
			)}
			{revisedAt !== null && (
				<p>Revised since: more data of its period arrived by {momentText(revisedAt)}. Ask for a newer report.</p>
			)}
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
