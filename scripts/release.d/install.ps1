# Installs drawproof @VERSION@ for the user: the program, in a folder that is added to the path.
#
#     irm @REPOSITORY@/releases/download/v@VERSION@/install.ps1 | iex
#
# $env:DRAWPROOF_PREFIX replaces the folder. $env:DRAWPROOF_RELEASE replaces the address of the release's files.
$ErrorActionPreference = 'Stop'
$release = '@REPOSITORY@/releases/download/v@VERSION@'
if ($env:DRAWPROOF_RELEASE) { $release = $env:DRAWPROOF_RELEASE }
$prefix = Join-Path $env:LOCALAPPDATA 'Programs\drawproof'
if ($env:DRAWPROOF_PREFIX) { $prefix = $env:DRAWPROOF_PREFIX }
$name = 'drawproof-x86_64-pc-windows-msvc'
$folder = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
New-Item -ItemType Directory $folder, $prefix -Force | Out-Null
try {
    $zip = Join-Path $folder "$name.zip"
    $sums = Join-Path $folder 'SHA256SUMS'
    Invoke-WebRequest -UseBasicParsing "$release/$name.zip" -OutFile $zip
    Invoke-WebRequest -UseBasicParsing "$release/SHA256SUMS" -OutFile $sums
    $line = Get-Content $sums | Where-Object { $_.EndsWith(" $name.zip") }
    if (-not $line) { throw "SHA256SUMS does not name $name.zip" }
    if ((Get-FileHash $zip -Algorithm SHA256).Hash -ne $line.Split(' ')[0]) { throw "$name.zip is damaged" }
    Expand-Archive $zip $folder
    Copy-Item (Join-Path $folder "$name\*") $prefix -Recurse -Force
} finally {
    Remove-Item $folder -Recurse -Force
}
$path = [Environment]::GetEnvironmentVariable('Path', 'User')
if (($path -split ';') -notcontains $prefix) {
    [Environment]::SetEnvironmentVariable('Path', "$path;$prefix", 'User')
    $env:Path += ";$prefix"
}
& (Join-Path $prefix 'drawproof.exe') --version
