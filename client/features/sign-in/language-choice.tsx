import { screenLanguages } from "../../../shared/words/made/languages";
import { choosePageLanguage, languageName, pageLanguage } from "../../base/page-language";
import { t } from "../../words/made/session";
import classes from "./welcome-panes.module.css";

const offered: readonly string[] = screenLanguages;

/** Mantine's select would add its code to the first screen. */
export function LanguageChoice() {
	if (offered.length < 2) return null;
	return (
		<select
			className={classes.language}
			aria-label={t("language")}
			value={pageLanguage}
			onChange={({ currentTarget }) => choosePageLanguage(currentTarget.value)}
		>
			{[...new Set([...offered, pageLanguage])].map((tag) => (
				<option key={tag} value={tag} lang={tag}>
					{languageName(tag)}
				</option>
			))}
		</select>
	);
}
