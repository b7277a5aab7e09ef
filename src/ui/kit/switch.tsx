import './switch.css';

type SwitchProps = { label: string; checked: boolean; onChange: (checked: boolean) => void; disabled?: boolean };

/** An on-off switch with its label in one row; the whole row is the target. */
export function Switch({ label, checked, onChange, disabled = false }: SwitchProps) {
  return (
    <button type="button" class="switch" role="switch" aria-checked={checked} disabled={disabled} onClick={() => onChange(!checked)}>
      <span>{label}</span>
      <span class="switch-track" aria-hidden="true" />
    </button>
  );
}
