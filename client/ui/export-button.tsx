import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { downloadText } from "./download-text";

type ExportButtonProps = { fileName: string; rowCount: number; text: () => string };

/** Offers the list as it is filtered and sorted. */
export function ExportButton({ fileName, rowCount, text }: ExportButtonProps) {
	return (
		<Button
			variant="default"
			leftSection={<IconDownload size={17} stroke={1.7} />}
			disabled={rowCount === 0}
			onClick={() => downloadText(fileName, text())}
		>
			Export CSV
		</Button>
	);
}
