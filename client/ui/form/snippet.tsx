import { CopyButton } from "@mantine/core";
import { IconCheck, IconCopy, IconEye } from "@tabler/icons-react";
import { useState } from "react";
import { t } from "../../words/made/common";
import { PlainButton } from "./buttons";
import classes from "./snippet.module.css";

/** `secret`: a part of `text` that is masked until it is shown. A copy always has it. */
type SnippetProps = { title: string; text: string; secret?: string };

export function Snippet({ title, text, secret }: SnippetProps) {
	const [isShown, setIsShown] = useState(false);
	const isMasked = secret !== undefined && !isShown;
	return (
		<div>
			<div className={classes.head}>
				<h3>{title}</h3>
				<div className={classes.buttons}>
					{secret !== undefined && (
						<PlainButton
							size="compact-sm"
							leftSection={<IconEye size={15} />}
							onClick={() => setIsShown(!isShown)}
							aria-label={isShown ? t("hideTitle", { title }) : t("showTitle", { title })}
						>
							{isShown ? t("hide") : t("show")}
						</PlainButton>
					)}
					<CopyButton value={text}>
						{({ copied, copy }) => (
							<PlainButton
								size="compact-sm"
								leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
								onClick={copy}
								aria-label={copied ? t("copiedTitle", { title }) : t("copyTitle", { title })}
							>
								{copied ? t("copied") : t("copy")}
							</PlainButton>
						)}
					</CopyButton>
				</div>
			</div>
			<pre className={classes.text} data-masked={isMasked || undefined}>
				<code>{isMasked ? text.split(secret).join(masked(secret)) : text}</code>
			</pre>
		</div>
	);
}

function masked(secret: string): string {
	return secret.slice(0, secret.indexOf("_") + 1) + "•".repeat(16);
}
