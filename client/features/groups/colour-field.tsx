import { GroupColour } from "../../../shared/group";
import { GroupDot } from "../../entities/group-mark";
import { colourNames } from "./group-words";
import classes from "./groups.module.css";

const choices: (GroupColour | null)[] = [null, ...GroupColour.options];

type ColourFieldProps = { value: GroupColour | null; onChange: (colour: GroupColour | null) => void };

/** Named colours: the name is read, the dot only helps to find it again. */
export function ColourField({ value, onChange }: ColourFieldProps) {
	return (
		<fieldset className={classes.field}>
			<legend className={classes.legend}>Colour</legend>
			<div className={classes.swatches}>
				{choices.map((colour) => (
					<label key={colour ?? "none"} className={classes.swatch}>
						<input
							type="radio"
							name="colour"
							value={colour ?? ""}
							checked={value === colour}
							onChange={() => onChange(colour)}
						/>
						<GroupDot colour={colour} />
						{colour === null ? "None" : colourNames[colour]}
					</label>
				))}
			</div>
		</fieldset>
	);
}
