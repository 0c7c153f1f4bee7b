import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { refusedCsv } from "../../../forms/file-import/file-columns";
import { countOf } from "../../../ui/format";
import { downloadText } from "../../../ui/table/export-csv";
import type { CheckedLine } from "./check-lines";
import { targetTitles } from "./column-targets";
import type { LineOutcome } from "./creation-calls";
import classes from "./device-import.module.css";
import { keysCsv } from "./import-files";

type ImportResultProps = {
	outcomes: ReadonlyMap<number, LineOutcome>;
	refused: CheckedLine[];
	leftCount: number;
	titles: string[];
	savedKeys: number;
	onKeysSaved: () => void;
};

export function ImportResult({ outcomes, refused, leftCount, titles, ...keyFile }: ImportResultProps) {
	const { savedKeys, onKeysSaved } = keyFile;
	const added = [...outcomes.values()].filter((outcome) => outcome.kind === "added");
	const keys = added.filter(({ key }) => key !== null).length;
	const unsure = [...outcomes.values()].filter(({ kind }) => kind === "unsure").length;
	const saveKeys = () => {
		downloadText("device-keys.csv", keysCsv(outcomes));
		onKeysSaved();
	};
	return (
		<section className={classes.done} aria-label="What was added">
			<div role="status">
				<h3>{countOf(added.length, "device")} added</h3>
				{leftCount > 0 && (
					<p>
						{countOf(leftCount, "device")} {leftCount === 1 ? "is" : "are"} not added yet.
					</p>
				)}
			</div>
			{keys > 0 && (
				<p>
					Each needs its key to send readings. The keys are shown this once: download them now and keep the file safe.
				</p>
			)}
			{added.length > keys && (
				<p>
					The keys of {countOf(added.length - keys, "device")} were lost on the way here. Make new ones in the settings
					of each.
				</p>
			)}
			{unsure > 0 && (
				<p>
					Whether {countOf(unsure, "device")} {unsure === 1 ? "was" : "were"} added is not known yet. Going on looks
					first, so that none is added twice.
				</p>
			)}
			<div className={classes.bar}>
				{keys > 0 && (
					<Button
						variant={savedKeys < keys ? "filled" : "default"}
						leftSection={<IconDownload size={17} stroke={1.7} />}
						onClick={saveKeys}
					>
						Download {countOf(keys, "key")}
					</Button>
				)}
				{refused.length > 0 && (
					<Button
						variant="default"
						leftSection={<IconDownload size={17} stroke={1.7} />}
						onClick={() => downloadText("devices-refused.csv", refusedCsv(refused, titles, targetTitles))}
					>
						Download {countOf(refused.length, "refused line")}
					</Button>
				)}
			</div>
		</section>
	);
}
