import { IconDownload } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { limits } from "../../../shared/base/limits";
import type { FileEncoding } from "../../../shared/log/reading-import";
import { Dialog } from "../../ui/feedback/dialog";
import { PlainButton, SubtleButton } from "../../ui/form/buttons";
import { DialogStep } from "../../ui/form/dialog-step";
import { FileDrop } from "../../ui/form/file-drop";
import { type Closing, useConfirmedClose } from "../../ui/form/leave-question";
import { downloadText } from "../../ui/table/export-csv";
import { t } from "../../words/made/forms";
import type { CsvFile, EncodingChoice } from "./csv-file";
import { type ImportedList, sampleText } from "./file-columns";
import classes from "./import.module.css";

export type PreviewFrame = { file: CsvFile; onBack: () => void; onClose: () => void; closing?: Closing };

type ImportDialogProps<Target extends string> = {
	list: ImportedList<Target>;
	isOpen: boolean;
	onClose: () => void;
	/** True if closing navigates, which prompts for unsaved changes. */
	isHistoryEntry: boolean;
	children: (frame: PreviewFrame) => ReactNode;
};

export function ImportDialog<Target extends string>(props: ImportDialogProps<Target>) {
	const { list, isOpen, isHistoryEntry, children } = props;
	const confirmed = useConfirmedClose(props.onClose);
	const onClose = isHistoryEntry ? props.onClose : confirmed.close;
	return (
		<Dialog
			isOpen={isOpen}
			onClose={onClose}
			title={t("import.title", { noun: list.noun })}
			size={1180}
			fillsPhone
			isForm
		>
			<ImportSteps list={list} onClose={onClose} closing={isHistoryEntry ? undefined : confirmed.closing}>
				{children}
			</ImportSteps>
		</Dialog>
	);
}

type ImportStepsProps<Target extends string> = Pick<ImportDialogProps<Target>, "list" | "onClose" | "children"> & {
	closing: Closing | undefined;
};

function ImportSteps<Target extends string>({ list, onClose, closing, children }: ImportStepsProps<Target>) {
	const [file, setFile] = useState<CsvFile | null>(null);
	if (!file) return <FileStep list={list} onFile={setFile} onClose={onClose} />;
	return children({ file, onBack: () => setFile(null), onClose, ...(closing && { closing }) });
}

type FileStepProps<Target extends string> = {
	list: ImportedList<Target>;
	onFile: (file: CsvFile) => void;
	onClose: () => void;
};

/** The browser reads the file and sends nothing before the user has checked it. */
function FileStep<Target extends string>({ list, onFile, onClose }: FileStepProps<Target>) {
	const { noun, mostLines, hint } = list;
	const [problem, setProblem] = useState<string | null>(null);
	const [isReading, setIsReading] = useState(false);
	const [wanted, setAsked] = useState<Wanted | null>(null);
	const take = async (chosen: File, encoding: FileEncoding | null = null) => {
		setProblem(null);
		setAsked(null);
		setIsReading(true);
		try {
			const { readCsvFile } = await import("./csv-file");
			const read = await readCsvFile(chosen, mostLines, encoding);
			if ("complaint" in read) setProblem(read.complaint);
			else if ("choices" in read) setAsked({ ...read, file: chosen });
			else onFile(read.file);
		} catch {
			setProblem(t("file.notRead"));
		}
		setIsReading(false);
	};
	return (
		<DialogStep
			buttons={
				<>
					<SubtleButton
						leftSection={<IconDownload size={17} stroke={1.7} />}
						onClick={() => downloadText(`${noun}s-sample.csv`, sampleText(list.columns))}
					>
						{t("file.sample")}
					</SubtleButton>
					<PlainButton onClick={onClose}>{t("close")}</PlainButton>
				</>
			}
		>
			<FileDrop
				label={t("import.file", { noun })}
				words={t("import.form", { noun, count: mostLines, hint })}
				mostBytes={limits.importFileBytes}
				complaint={problem}
				isReading={isReading}
				isFirst
				onFile={take}
			/>
			{wanted && <EncodingChoices asked={wanted} onChoose={(encoding) => void take(wanted.file, encoding)} />}
		</DialogStep>
	);
}

type Wanted = { file: File; line: number; choices: EncodingChoice[] };

type EncodingChoicesProps = { asked: Wanted; onChoose: (encoding: FileEncoding) => void };

/** Comes before the preview, where misread names would be hard to correct. */
function EncodingChoices({ asked: { file, line, choices }, onChoose }: EncodingChoicesProps) {
	const id = useId();
	return (
		<section aria-labelledby={id} className={classes.done}>
			<p id={id} role="status">
				{t("import.encoding", { line, file: file.name })}
			</p>
			{choices.map(({ encoding, text, name }) => (
				<PlainButton key={encoding} justify="flex-start" onClick={() => onChoose(encoding)}>
					{t("import.encodingChoice", { text, encoding: name })}
				</PlainButton>
			))}
		</section>
	);
}
